// The look of what figures of concepts are put together from: rows of settings in words, sentences, numbers, curves.

export const widgetStyles = `
.concept { display: grid; gap: 1.1em; grid-template-columns: minmax(0, 1fr); }
.concept > .controls { margin: 0; }
.concept .sentence { margin: 0; max-width: 46em; }
.concept .sentence b { font-weight: 600; font-variant-numeric: tabular-nums; }
.beside { display: flex; flex-wrap: wrap; gap: 1.6em 2.6em; align-items: flex-start; }
.column { display: grid; gap: 1.4em; min-width: 0; grid-template-columns: minmax(0, max-content); }
/* Of no width of its own: what it says must not move what stands beside it. */
.beside .readout { width: 0; min-width: 100%; }
.matrix-panel { max-width: 100%; }
.matrix-panel:focus-visible { outline: 2px solid var(--accent); outline-offset: 5px; border-radius: 2px; }
.matrix-panel > .panel { align-content: start; }

.slider .track { position: relative; display: inline-grid; }
/* The middle of a thumb goes from half its width to as much before the end. */
.slider-mark {
  position: absolute; top: 100%; left: calc(8px + (100% - 16px) * var(--share)); transform: translateX(-50%);
  font-size: 0.8em; line-height: 1; color: var(--muted); white-space: nowrap;
}
.slider-mark::before { content: ""; display: block; width: 1px; height: 5px; margin: -4px auto 1px; background: var(--ink); }

.controls output { display: inline-block; }
.controls .choice .options { display: inline-flex; flex-wrap: wrap; gap: 0 0.9em; }
.controls .number input {
  font: inherit; font-variant-numeric: tabular-nums; color: inherit; background: transparent; width: 6.5em;
  border: 1px solid var(--rule); border-radius: 3px; padding: 0.1em 0.4em; min-height: 26px;
}
.push {
  font: inherit; color: inherit; background: none; border: 1px solid var(--rule); border-radius: 3px;
  padding: 0.15em 0.7em; min-height: 28px; cursor: pointer; text-align: start;
}
.push:hover { border-color: currentColor; }
.push[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); }
.push[aria-disabled="true"] { opacity: 0.65; border-style: dashed; cursor: default; }
.stepper { display: inline-flex; flex-wrap: wrap; gap: 0.4em 0.9em; align-items: center; }
.stepper .step-buttons { display: inline-flex; gap: 0.4em; }
.push:disabled { opacity: 0.5; cursor: default; }
.push:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.tables { display: flex; flex-wrap: wrap; gap: 1.4em 2.6em; align-items: flex-start; min-width: 0; max-width: 100%; flex: 1 1 22em; }
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

.facts-list { display: flex; flex-wrap: wrap; gap: 0.7em 2.2em; margin: 0; }
.facts-list > div { display: grid; align-content: start; }
.facts-list dt { color: var(--muted); font-style: italic; }
.facts-list dd { margin: 0; font-size: 1.25em; line-height: 1.3; }
.facts-list dd.note { color: var(--muted); font-size: 0.92em; max-width: 18em; }

.number-table { margin: 0; }
.number-table th, .number-table td { padding-inline: 0 1.4em; }
.number-table th[scope="row"], .number-table thead th:first-child { text-align: start; color: var(--text); }
.number-table thead th:first-child { color: var(--muted); }
.number-table tr.on > * { color: var(--accent); }
.number-table tr.muted > * { color: var(--muted); }
.number-table tr:last-child:not(:first-child) > * { border-top: 1px solid transparent; }

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
.axis.left.right .label { right: auto; left: 0; text-align: left; }
.line-plot { grid-area: plot; position: relative; isolation: isolate; }
.head-toggles { display: inline-flex; flex-wrap: wrap; gap: 0.3em 0.5em; align-items: center; }
.head-toggles .name { color: var(--muted); font-style: italic; }
.head-toggles .options { display: inline-flex; flex-wrap: wrap; gap: 0.3em; }
.head-toggles .push { display: inline-flex; gap: 0.4em; align-items: center; padding: 0.1em 0.5em; min-width: 28px; }
.head-toggles .push i { width: 0.75em; height: 0.75em; border-radius: 50%; background: var(--ink); forced-color-adjust: none; }
.head-toggles .push[aria-pressed="true"] { border-color: var(--ink); color: var(--text); }
.head-toggles .push[aria-pressed="false"] { color: var(--muted); border-style: dashed; }
.head-toggles .push[aria-pressed="false"] i { opacity: 0.25; }
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
`;
