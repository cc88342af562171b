// The look of what stands under a figure when a reader asks for more: an opened cell, the workbench of the heads.

export const belowStyles = `
.opened { margin-top: 1em; padding-top: 1.2em; border-top: 1px solid var(--rule); }
.opened caption { white-space: normal; }
.opened .number-table th, .opened .number-table td { padding-inline: 0 1.1em; }
.opened .number-table th[scope="row"] bdi {
  display: inline-block; max-width: 7em; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom;
}
.opened .facts-list > div { align-content: start; }
.opened .facts-list dd { font-size: 1.05em; }
.opened .facts-list dd.note { font-size: 0.92em; }
.opened .beside { gap: 1.8em 3.4em; }
.opened .column { flex: 0 1 auto; grid-template-columns: minmax(0, 1fr); max-width: 30em; }
.opened .part-line { margin: 0.6em 0 0; color: var(--muted); min-height: 1.5em; font-variant-numeric: tabular-nums lining-nums; }
.opened.narrow .number-table { font-size: 0.82em; }
.opened.narrow .number-table th, .opened.narrow .number-table td { padding-inline: 0 0.7em; }
.opened.narrow .number-table th[scope="row"] bdi { max-width: 4.5em; }
`;
