// What the view "tiles" says.

export const tilesStrings = Object.freeze({
  tilesRow: 'query',
  tilesRowText: '{row} {token}',
  tilesBlock: 'keys in a tile',
  tilesStep: 'tile',
  tilesRead: 'tiles read',
  tilesBack: 'Back',
  tilesNext: 'Next',
  tilesPlace: '{step} of {count}',
  tilesFirst:
    'The first tile with a key, {keys}: its largest score is m = {max}, and the powers e^(score − m) add up to l = {sum}.',
  tilesHigher:
    '{keys}: a score above the maximum so far raises it from {before} to {max}. What was summed before is multiplied by e^({before} − {max}) = {correction}, and l becomes {sum}.',
  tilesSame:
    '{keys}: no score is above the maximum so far, m = {max}. What was summed before stays as it is, and l grows to {sum}.',
  tilesSkipped:
    '{keys}: the mask hides every key of this tile. It is skipped, and nothing changes.',
  tilesNothing: 'The mask hides every key from this query: no tile is read, and the output is 0.',
  tilesOne: 'key {first}',
  tilesSome: 'keys {first}–{last}',
  tilesScores: 'scores of query {row}',
  tilesScoresStep: 'a tile in each row',
  tilesScoresStepMasked: 'a tile in each row; hatched: masked',
  tilesScoresStepPast: 'a tile in each row; hatched: no key',
  tilesScoresLabel: 'Scores of query {row} in {count|# tile|# tiles} of {block|# key|# keys}',
  tilesAcross: 'key in the tile →',
  tilesDown: 'tile ↓',
  tilesTable: 'What is kept after each tile',
  tilesTableOf: 'What is kept after tiles {first}–{last} of {count}',
  tilesMax: 'm',
  tilesCorrection: 'correction',
  tilesSum: 'l',
  tilesPartial: 'output so far: bars after tile {tile}, dots the final one',
  tilesPartialLabel:
    'Output of query {row} after tile {tile}, component by component, with the final output',
  tilesComponent: 'component',
  tilesValue: 'value',
  tilesLogSumExp: 'log-sum-exp, m + ln l',
  tilesLogSumExpNote: 'after the last tile; each weight of the row is e^(score − {lse})',
  tilesLogSumExpNone: 'no key is seen',
  tilesDifference: 'difference from the direct row',
  tilesDifferenceNote:
    'largest of {width|# component|# components} of the output: tiles against a row of weights that is kept',
  tilesMemory: 'numbers kept for scores, all queries',
  tilesMemoryNote:
    '2 · {n} for m and l, and one tile of {block|# score|# scores}; the whole map has {queries} · {keys} = {map}',
  tilesCell: 'tile {tile} · key {key} ‘{token}’',
  tilesScore: 'score {score}',
  tilesMasked: 'masked: −∞',
  tilesNoKey: 'past the last key',
  tilesSkippedShort: 'skipped',
});
