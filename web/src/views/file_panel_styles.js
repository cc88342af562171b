// The look of a tag that takes files: a button and a line under the figure, and a frame around it while one hovers over it.

export const filePanelStyles = `
.files { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.3em 0.8em; margin-top: 0.9em; color: var(--muted); }
.files .hint { min-width: 0; overflow-wrap: anywhere; }
.files .said { flex-basis: 100%; min-height: 1.4em; }
/* Not taken away while it is empty: what appears with its first words is not always spoken. */
.files .said:empty { min-height: 0; margin-top: -0.3em; }
.files [type="file"] { display: none; }
.root.hovered { outline: 2px dashed var(--accent); outline-offset: 6px; }
.root.hovered > :not(.files, .unseen) { opacity: 0.35; }
.root.hovered .files .hint { color: var(--text); }
@media print { .files { display: none; } }
`;
