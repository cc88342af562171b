// The look of what figures are put together from when a reader asks for more: settings in words, sentences, numbers.

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
/* The word hangs below: what stands under the slider keeps clear of it, and above as much, in line with its neighbours. */
.slider.marked { margin-block: 0.7em; }
.slider-mark::before { content: ""; display: block; width: 1px; height: 7px; margin: -4px auto 2px; background: var(--ink); }

.controls output { display: inline-block; }
.controls .choice .options { display: inline-flex; flex-wrap: wrap; gap: 0 0.9em; }
.controls .number input {
  font: inherit; font-variant-numeric: tabular-nums; color: inherit; background: transparent; width: 6.5em;
  border: 1px solid var(--rule); border-radius: 3px; padding: 0.1em 0.4em; min-height: 26px;
}
.controls .number input[aria-invalid="true"] { outline: 2px solid var(--accent); outline-offset: 1px; }
.controls .number .bounds { color: var(--accent); margin-inline-start: 0.5em; }
.controls .number .bounds:empty { margin: 0; }
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

.facts-list { display: flex; flex-wrap: wrap; gap: 0.7em 2.2em; margin: 0; }
.facts-list > div { display: grid; align-content: start; }
.facts-list dt { color: var(--muted); font-style: italic; }
.facts-list dd { margin: 0; font-size: 1.25em; line-height: 1.3; }
.facts-list dd.note { color: var(--muted); font-size: 0.92em; max-width: 18em; }

.number-table { margin: 0; }
/* Two lines of a long name: as narrow as the other columns leave it. */
.number-table th[scope="row"] { white-space: normal; }
.number-table th[title] bdi {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
  width: fit-content; max-width: 7em; overflow-wrap: anywhere;
}
.number-table th[scope="row"], .number-table thead th:first-child { text-align: start; color: var(--text); }
.number-table thead th:first-child { color: var(--muted); }
.number-table tr.on > * { color: var(--accent); }
.number-table tr.muted > * { color: var(--muted); }
.number-table tr:last-child:not(:first-child) > * { border-top: 1px solid transparent; }

.head-toggles { display: inline-flex; flex-wrap: wrap; gap: 0.3em 0.5em; align-items: center; }
.head-toggles .name { color: var(--muted); font-style: italic; }
.head-toggles .options { display: inline-flex; flex-wrap: wrap; gap: 0.3em; }
.head-toggles .push { display: inline-flex; gap: 0.4em; align-items: center; padding: 0.1em 0.5em; min-width: 28px; }
.head-toggles .push i { width: 0.75em; height: 0.75em; border-radius: 50%; background: var(--ink); forced-color-adjust: none; }
.head-toggles .push[aria-pressed="true"] { border-color: var(--ink); color: var(--text); }
.head-toggles .push[aria-pressed="false"] { color: var(--muted); border-style: dashed; }
.head-toggles .push[aria-pressed="false"] i { opacity: 0.25; }
`;
