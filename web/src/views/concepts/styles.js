// The look of what only figures of concepts have: curves, listings, strips and cells that are edited.

export const conceptStyles = `
.paintable { cursor: crosshair; user-select: none; }
.mask-settings .controls { margin: 0; }
.boundary-strip { display: flex; flex-wrap: wrap; align-items: center; margin: 0.7em 0 0; }
.boundary-strip .place { display: inline-flex; align-items: center; max-width: 100%; overflow-wrap: anywhere; }
.boundary-strip .cut {
  appearance: none; background: none; border: 0; padding: 0; width: 24px; height: 28px; cursor: pointer; position: relative;
}
.boundary-strip .cut::before { content: ""; position: absolute; inset: 4px 11px; background: var(--rule); }
.boundary-strip .cut:hover::before { background: var(--ink); }
.boundary-strip .cut[aria-pressed="true"]::before { inset: 1px 10.5px; background: var(--accent); }
.boundary-strip .cut:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; border-radius: 2px; }

.changed-cells { position: absolute; inset: 0; pointer-events: none; }
.changed-cells > i { position: absolute; box-sizing: border-box; border: 2px dashed var(--accent); }
.cell-editor .cell-name { min-width: 5.5em; }
.cell-editor .step-button { min-width: 28px; text-align: center; padding-inline: 0.4em; }
.cell-editor { gap: 0.5em 0.8em; }
.concept > .cell-editor, .lanes .cell-editor { margin: 0; }
.edit-room { display: grid; gap: 0.9em; grid-template-columns: minmax(0, 1fr); flex: 1 1 20em; min-width: 0; max-width: 40em; }
.edit-room .controls, .edit-room .readout { margin: 0; }
.edit-room .number-table { justify-self: start; }
.lanes { display: grid; gap: 1.8em 2em; grid-template-columns: minmax(0, 1fr); }
.lanes.wide { grid-template-columns: repeat(3, minmax(0, max-content)); }
.lanes .lane { display: flex; flex-direction: column; gap: 1.2em 2em; min-width: 0; }
.lanes.two .lane { flex-direction: row; align-items: flex-end; }

.token-order { display: flex; flex-wrap: wrap; gap: 0.6em 1.6em; }
.order-strip { display: flex; flex-wrap: wrap; gap: 0.4em; }
.order-strip .token { min-width: 32px; text-align: center; cursor: grab; user-select: none; max-width: 100%; overflow-wrap: anywhere; }
.order-strip .token:active { cursor: grabbing; }
.order-buttons { display: flex; flex-wrap: wrap; gap: 0.4em; }

.strips { display: grid; gap: 0.3em; }
.strips .boundary-strip { margin: 0; }
.lit-tokens { display: flex; gap: 0.2em 0.9em; align-items: baseline; }
.lit-tokens > .name { color: var(--muted); font-style: italic; min-width: 4.4em; }
.lit-tokens > .words { display: flex; flex-wrap: wrap; gap: 0.1em 0.7em; min-width: 0; }
.boundary-strip bdi, .lit-tokens bdi { max-width: 100%; overflow-wrap: anywhere; border-bottom: 2px solid transparent; }
.boundary-strip .chosen, .lit-tokens .chosen { color: var(--accent); border-bottom-color: var(--accent); }

.listings { display: grid; gap: 0.6em; min-width: 0; max-width: 100%; flex: 0 1 auto; grid-template-columns: minmax(0, 1fr); }
.listings + .listings { flex: 1 1 26em; }
.listing-head { display: flex; flex-wrap: wrap; gap: 0.3em 1.4em; align-items: center; justify-content: space-between; min-height: 30px; }
.listing {
  margin: 0; padding: 0.7em 0.9em; overflow: auto; max-height: 46em; border: 1px solid var(--rule); border-radius: 3px;
  font-size: 0.92em; line-height: 1.45; tab-size: 4;
}
.listing, .listing code, .listing samp { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
.listing + .sentence:not([hidden]), .listing ~ .matrix-panel { margin-top: 0.8em; }
.listing:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.concept > .part { display: grid; gap: 1.1em; grid-template-columns: minmax(0, 1fr); border-top: 1px solid var(--rule); padding-top: 0.8em; }
.part > .controls { border: 0; padding: 0; margin: 0; }
.part-heading { margin: 0; font-style: italic; color: var(--muted); }
.scaling .number-table { justify-self: start; max-width: 100%; }
.scaling .number-table th { white-space: normal; vertical-align: bottom; }
.scaling .number-table th, .scaling .number-table td { padding-inline: 0 0.9em; }

.cost .number-table th, .cost .number-table td { white-space: nowrap; padding-inline: 0 0.9em; }
.cost .number-table caption { white-space: normal; }

.tiles-figure .number-table th, .tiles-figure .number-table td { padding-inline: 0 0.7em; }

.chart { display: block; max-width: 100%; height: auto; overflow: visible; font-variant-numeric: tabular-nums lining-nums; }
.chart text { fill: var(--muted); font-family: inherit; }
.chart .axis-name { font-style: italic; }
.chart .mark-name, .chart .series-name.ink { fill: var(--text); }
.chart .series-name.accent { fill: var(--accent); }
.chart .axis-line { stroke: var(--ink); }
.chart .grid-line { stroke: var(--rule); opacity: 0.55; }
.chart .mark-line { stroke: var(--ink); stroke-dasharray: 2 3; }
.chart .curve { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
.chart .curve.dashes { stroke-dasharray: 5 4; }
.chart .curve.ink { stroke: var(--text); }
.chart .curve.accent { stroke: var(--accent); }
.chart .curve.muted { stroke: var(--ink); }
.chart .dot.ink, .chart .bar.ink { fill: var(--ink); }
.chart .dot.accent, .chart .bar.accent { fill: var(--accent); }
.chart .dot.muted, .chart .bar.muted { fill: var(--rule); }
.token-lines {
  display: grid; width: max-content; max-width: 100%; column-gap: 0.6em; row-gap: 0.5em;
  grid-template-areas: "lefttitle . righttitle" "left plot right";
}
.token-lines:focus-visible { outline: 2px solid var(--accent); outline-offset: 6px; border-radius: 2px; }
.token-lines > .caption.left { grid-area: lefttitle; text-align: right; }
.token-lines > .caption.right { grid-area: righttitle; }
.token-lines > .axis { grid-area: left; position: relative; }
.token-lines > .axis.right { grid-area: right; }
.axis.left.right .list { right: auto; left: 0; text-align: left; }
.axis.left.right .focus { right: auto; left: 0; }
.line-plot { grid-area: plot; position: relative; isolation: isolate; }
.head-cards .tile { grid-template: var(--tile-heading) auto var(--tile-footing) / minmax(0, 1fr); }
.card-facts { display: grid; grid-template-columns: minmax(0, 1fr); width: 100%; height: var(--tile-footing); align-content: end; grid-auto-rows: 1.35em; line-height: 1.35; }
.card-facts > span { display: flex; justify-content: space-between; gap: 0.6em; font-size: 1em; white-space: nowrap; }
.card-facts > span > :first-child { color: var(--muted); overflow: hidden; text-overflow: ellipsis; }
.card-facts > .on, .card-facts > .on > :first-child { color: var(--accent); }
.notes { display: grid; gap: 1.1em; }
.enlarged > .notes { margin-top: 1.1em; }
.formulas { display: grid; gap: 0.35em; margin: 0.4em 0 0; max-width: 46em; }
.formulas > div { display: grid; grid-template-columns: 8em minmax(0, 1fr); }
.formulas dt { color: var(--muted); font-style: italic; }
.formulas dd { margin: 0; }
@media print {
  .concept > .part, .listings, .facts-list > *, .lit-tokens, .boundary-strip, .strips, .token-lines, .chart, .number-table, .formulas > div { break-inside: avoid; }
  .part-heading, .listing-head { break-after: avoid; }
  .order-buttons, .listing-head button { display: none; }
  .listing { white-space: pre-wrap; }
}
`;
