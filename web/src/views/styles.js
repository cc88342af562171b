// The look of the figures: a printed page's, thin rules, light labels, tabular numerals. Colours come from
// the host page's text colour, so that light and dark need no second sheet.

export const figureStyles = `
.plate {
  position: relative;
  contain: size style;
  box-sizing: content-box;
  flex: none;
  outline: 1px solid var(--rule);
  print-color-adjust: exact;
  -webkit-print-color-adjust: exact;
  forced-color-adjust: none;
}
.plate.hatched::before, .hatch {
  --hatch-line: 135deg;
  background-image: repeating-linear-gradient(
    var(--hatch-line), transparent 0 4px, var(--hatch) 4px 5px
  );
}
/* Colours that were mixed meet in Oklab unless told otherwise, and Firefox then draws a repeated gradient nearly flat. */
@supports (background: linear-gradient(in srgb, red, red)) {
  .plate.hatched::before, .hatch { --hatch-line: 135deg in srgb; }
}
.axis { contain: layout size style; }
.plate.strip.bars { outline-color: transparent; }
/* Every canvas is a layer of its own, and what is painted after it another. All canvases first, then everything else, above
   the hatch: so there is one such layer, not one for each canvas. */
.plate.hatched::before { content: ""; position: absolute; inset: 0; z-index: -2; }
.window { position: absolute; inset: 0; overflow: hidden; z-index: -1; }
.cells { display: block; image-rendering: pixelated; }
.strip.bars .cells { image-rendering: auto; }
.rules { display: none; position: absolute; inset: 0; pointer-events: none; }
.rules.shown {
  display: block;
  background-image:
    linear-gradient(to right, var(--ground) 1px, transparent 1px),
    linear-gradient(to bottom, var(--ground) 1px, transparent 1px);
  background-size: var(--cell-width) var(--cell-height);
}
.strip .rules { display: none; }
.band, .mark { position: absolute; box-sizing: border-box; pointer-events: none; }
.band.row { border-block: 1px solid var(--ink); }
.band.column { border-inline: 1px solid var(--ink); }
.fine > .band.row { border-block-end-width: 0; }
.fine > .band.column { border-inline-end-width: 0; }
.mark { outline: 2px solid var(--accent); outline-offset: 0; }
.locked > .fine > .band.row { border-block-end-width: 0; }
.fine > .band.column { border-inline-end-width: 0; }
.mark { outline-width: 3px; }
.locked > .band { border-color: var(--accent); }
.numbers {
  position: absolute; inset: 0; display: grid; grid-auto-rows: var(--cell-height);
  font-size: 0.92em; pointer-events: none;
}
.numbers:empty { display: none; }
.numbers span { display: grid; place-items: center; white-space: nowrap; }
.numbers .dark { color: #000; }
.numbers .light { color: #fff; }
.numbers .hatched { color: var(--muted); }

.axis { position: relative; flex: none; line-height: 1.3; color: var(--text); }
.axis .label { white-space: nowrap; unicode-bidi: isolate; }
.axis.cut .label { overflow: hidden; text-overflow: ellipsis; }
/* Beside rows, and above columns where labels stand upright: there the same list of lines, turned as one. */
.axis:is(.left, .rotated) .list { position: absolute; top: 0; right: 0; width: var(--extent); text-align: right; }
.axis:is(.left, .rotated) .labels { margin-top: var(--first); }
.axis:is(.left, .rotated) .labels > .label { height: var(--pitch); line-height: var(--pitch); }
.axis:is(.left, .rotated) .focus { top: var(--centre); right: 0; max-width: var(--extent); transform: translateY(-50%); }
.axis.rotated .list { top: 100%; left: 0; transform: rotate(-90deg); transform-origin: 0 0; text-align: left; }
.axis.rotated .focus { right: auto; left: 0; }
/* Above columns that are wide enough. */
.axis.top:not(.rotated) .list { position: absolute; inset: auto 0 0; }
.axis.top:not(.rotated) .labels { display: flex; margin-left: var(--first); text-align: center; }
.axis.top:not(.rotated) .labels > .label { flex: 0 0 var(--pitch); }
.axis.top:not(.rotated) .focus { bottom: 0; left: var(--centre); max-width: 16em; transform: translateX(-50%); }
.axis.numeric .label:not(.focus) { color: var(--muted); font-size: 0.85em; }
.axis.small .label { font-size: 0.75em; }
.axis .near { visibility: hidden; }
.axis .focus { position: absolute; overflow: hidden; text-overflow: ellipsis; color: var(--accent); }
.axis.numeric .focus { z-index: 1; }

.caption, .title, .step, .heading {
  color: var(--muted); font-size: 0.9em; line-height: 1.3; white-space: nowrap;
}
.caption { font-style: italic; }
sub { font-size: 0.75em; font-style: italic; line-height: 0; }
/* The dash of W_Q: in the text, not to be seen. */
sub > i { font-size: 0; }

.map-grid {
  display: grid; width: max-content; max-width: 100%;
  grid-template-columns: var(--labels) auto auto auto;
  grid-template-areas:
    ". keys . ."
    "corner top sumtitle outputtitle"
    "left map sums output"
    "valuetitle value . .";
  column-gap: 0.5em; row-gap: 0.35em;
}
.map-grid > .corner { grid-area: corner; align-self: end; text-align: right; overflow: hidden; }
.map-grid > .keys { grid-area: keys; }
.map-grid > .axis.top { grid-area: top; align-self: end; }
.map-grid > .axis.left { grid-area: left; justify-self: end; }
.map-grid > [part~="map"] { grid-area: map; }
.sum-title { grid-area: sumtitle; align-self: end; text-align: right; font-style: normal; }
.sums { grid-area: sums; color: var(--muted); font-size: 0.92em; }
.map-grid > .output-title { grid-area: outputtitle; align-self: end; margin-inline-start: 0.2em; }
.map-grid > [part~="output"] { grid-area: output; }
.map-grid > .value-title { grid-area: valuetitle; align-self: center; text-align: right; }
.map-grid > [part~="value"] { grid-area: value; margin-top: 0.35em; }
.map-grid > [part~="output"] { margin-inline-start: 0.2em; }
.sums > div { display: grid; align-items: center; justify-items: end; padding-inline-start: 0.3em; }
.sums > .on { color: var(--text); }
.sums > .no-key { color: var(--accent); }

.legend { display: flex; flex-wrap: wrap; gap: 0.6em 2em; margin-top: 1em; align-items: flex-start; }
.colour-bar { display: flex; gap: 0.7em; align-items: flex-start; }
.colour-bar .title { margin-top: -0.3em; }
.colour-bar .title:empty { display: none; }
.colour-bar .scale { width: var(--bar-width); }
.colour-bar .ramp {
  display: block; width: 100%; height: 0.55em; outline: 1px solid var(--rule);
  forced-color-adjust: none; print-color-adjust: exact; -webkit-print-color-adjust: exact;
}
.ticks { position: relative; height: 1.3em; margin-top: 0.2em; font-size: 0.85em; color: var(--muted); }
.ticks span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.ticks .first { transform: none; }
.ticks .last { transform: translateX(-100%); }
.hatch-key { display: flex; gap: 0.5em; align-items: flex-start; }
.hatch-key .title { margin-top: -0.25em; }
.hatch-key .swatch { forced-color-adjust: none; print-color-adjust: exact; -webkit-print-color-adjust: exact; width: 1.6em; height: 0.55em; margin-top: 0; outline: 1px solid var(--rule); }

.stages { display: flex; flex-wrap: wrap; gap: 1.6em 2em; }
.stages.product { margin-top: 1.8em; }
.panel {
  display: grid; width: max-content; max-width: 100%;
  grid-template-columns: var(--labels) auto auto;
  grid-template-areas: ". heading heading" ". keys ." "corner top sumtitle" "left map sums" ". bar bar";
  column-gap: 0.5em; row-gap: 0.3em; align-content: end;
}
.panel.unlabelled { grid-template-columns: 0 auto auto; }
.panel.unlabelled > .plate, .panel.unlabelled > .axis.top, .panel.unlabelled > .keys, .panel.unlabelled > .heading,
.panel.unlabelled > .colour-bar { margin-inline-start: -0.5em; }
.panel > .heading { grid-area: heading; display: grid; gap: 0.05em; margin-bottom: 0.35em; }
.panel > .heading .title { color: var(--text); font-size: 1.1em; }
.panel > .corner { grid-area: corner; align-self: end; text-align: right; }
.panel > .keys { grid-area: keys; }
.panel > .axis.top { grid-area: top; align-self: end; }
.panel > .axis.left { grid-area: left; justify-self: end; }
.panel > .plate { grid-area: map; }
.panel > .colour-bar { grid-area: bar; margin-top: 0.7em; }

.tiles { display: grid; gap: var(--tile-line) var(--tile-gap); position: relative; }
/* One canvas for all tiles. */
.sheet { position: absolute; inset: 0; overflow: hidden; z-index: -1; pointer-events: none; print-color-adjust: exact; -webkit-print-color-adjust: exact; forced-color-adjust: none; }
.heads-figure.beside { display: flex; gap: 3em; align-items: flex-start; }
.heads-figure > .enlarged { flex: none; }
.heads-figure:not(.beside) > .enlarged { margin-bottom: 1.8em; }
.multiples > .caption { margin-bottom: 0.6em; white-space: normal; overflow-wrap: anywhere; }
.multiples > .colour-bar { margin-top: 1.2em; }
.tile {
  display: grid; grid-template: var(--tile-heading) auto / max-content; justify-items: start; min-width: 24px; padding: 0.35em; margin: -0.35em;
  font: inherit; color: inherit; text-align: start; background: none; border: 0; border-radius: 3px; cursor: pointer;
}
.tile .heading { display: flex; justify-content: space-between; gap: 0.8em; box-sizing: border-box; width: 100%; height: var(--tile-heading); font-size: 1em; }
.tile .heading .title { color: var(--text); font-size: 1em; }
.tile .heading .entropy { font-size: 0.9em; }
.tile[aria-pressed="true"] .title { color: var(--accent); }
.tile[aria-pressed="true"] .plate { outline: 2px solid var(--accent); }

.token-strip { line-height: 1.9; margin-top: 0.8em; max-width: 60em; }
/* In the flow: what is positioned has a layer of its own, and sixty words would have 120, walked at every key. */
.token-strip .token { display: inline-block; max-width: 100%; overflow-wrap: anywhere; margin-inline-end: 0.45em; }
.token-strip .token > i { display: block; height: 0.38em; margin: -0.13em 0 0.05em; forced-color-adjust: none; }
.token-strip .chosen { color: var(--accent); }

table { border-collapse: collapse; font-size: 0.92em; margin-top: 0.6em; }
caption { color: var(--muted); padding-bottom: 0.4em; overflow-wrap: anywhere; }
th { font-weight: normal; color: var(--muted); text-align: end; padding: 0.15em 0.6em; white-space: nowrap; }
td { text-align: end; padding: 0.15em 0.6em; }
thead th { border-bottom: 1px solid var(--rule); }
td.masked, td.sum { color: var(--muted); }

.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
[hidden] { display: none !important; }
@media print {
  /* A gradient that repeats is a kind of shading in a PDF that viewers paint pink, or not at all; one that does not is any pattern. */
  .plate.hatched::before, .hatch {
    background-image: linear-gradient(
      var(--hatch-line), transparent 0 40%, var(--hatch) 40% 50%, transparent 50% 90%, var(--hatch) 90%
    );
    background-size: 7px 7px;
  }
  /* What belongs together: labels, cells, sums and the bar that tells their colours. */
  .map-grid, .panel, .legend, .colour-bar, .hatch-key, .enlarged, .multiples, .tiles, .tile, .token-strip .token, tr { break-inside: avoid; }
  .panel > .heading, .multiples > .caption, caption, thead { break-after: avoid; }
  .legend, .multiples > .colour-bar { break-before: avoid; }
}
`;
