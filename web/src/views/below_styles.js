// The look of what stands under a figure when a reader asks for more: an opened cell, the workbench of the heads.

export const belowStyles = `
.opened { margin-top: 1em; padding-top: 1.2em; border-top: 1px solid var(--rule); }
.opened .number-table th, .opened .number-table td { padding-inline: 0 1.1em; }
.opened .facts-list > div { align-content: start; }
.opened .facts-list dd { font-size: 1.05em; }
.opened .facts-list dd.note { font-size: 0.92em; }
.opened .beside { gap: 1.8em 3.4em; }
.opened .column { flex: 0 1 auto; grid-template-columns: minmax(0, 1fr); max-width: 30em; }
.opened .part-line { margin: 0.6em 0 0; color: var(--muted); min-height: 1.5em; font-variant-numeric: tabular-nums lining-nums; }
.opened.narrow .number-table { font-size: 0.82em; }
.opened.narrow .number-table th, .opened.narrow .number-table td { padding-inline: 0 0.7em; }

.workbench { margin-top: 1.4em; }
.workbench .sentences { display: grid; gap: 0.3em; }
.workbench .number-table th, .workbench .number-table td { white-space: normal; }
.workbench .facts-list > div { align-content: start; }
.workbench .facts-list dd.note { max-width: 13em; }
.workbench .column { grid-template-columns: minmax(0, 1fr); }
.workbench .part-line { margin: 0; color: var(--muted); min-height: 1.5em; overflow-wrap: anywhere; font-variant-numeric: tabular-nums lining-nums; }
.workbench .matrix-panel + .part-line, .workbench .beside + .part-line { margin-top: 0.6em; }
.plate > .blocks {
  position: absolute; inset: 0; pointer-events: none;
  clip-path: inset(0 0 0 1px);
  background-image: linear-gradient(to right, var(--text) 1px, transparent 1px);
}
.picker select { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--rule); border-radius: 3px; min-height: 26px; }
`;
