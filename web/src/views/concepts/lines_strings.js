// What the view "lines" says.

export const linesStrings = Object.freeze({
  linesHint:
    'Point at a token to see only its lines, or use the arrow keys: up and down along a side, left and right across. Click or Enter locks it.',
  linesLabel: 'Lines from {queries} queries on the left to {keys} keys on the right',
  linesQueries: 'query →',
  linesKeys: '→ key',
  linesShown: 'lines of',
  linesAll: 'all heads',
  linesMean: 'their mean',
  linesOne: 'one head',
  linesHead: 'head',
  linesToggles: 'heads',
  linesToggle: 'head {head}',
  linesLeast: 'weight at least',
  linesCount: '{drawn} of {all} weights are drawn: those of at least {least}.',
  linesCountAll: 'All {all} weights above 0 are drawn.',
  linesNone: 'No weight reaches {least}. Lower the threshold to see lines.',
  linesNoHead: 'All heads are switched off.',
  linesQuery: 'query {row} ‘{query}’ → strongest key {column} ‘{key}’',
  linesKey: 'key {column} ‘{key}’ ← strongest query {row} ‘{query}’',
  linesQueryNone: 'query {row} ‘{query}’ → no key',
  linesKeyNone: 'key {column} ‘{key}’ ← no query',
  linesOwn: '{drawn} of {all} lines',
});
