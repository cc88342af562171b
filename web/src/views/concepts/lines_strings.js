// What the view "lines" says.

export const linesStrings = Object.freeze({
  linesHint:
    'Point at a token to see only its lines, or use the arrow keys: up and down along a side, left and right across. Click or Enter locks it.',
  linesKeysHint:
    'Up and down arrows go along a side, Page Up and Page Down ten tokens; left and right arrows go across; Enter locks, Escape releases.',
  linesLabel:
    'Lines from {queries|# query|# queries} on the left to {keys|# key|# keys} on the right',
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
  linesCount:
    '{drawn} of {all|# weight|# weights} {drawn|is|are} drawn: those of at least {least}.',
  linesCountAll: '{all|The one weight|All # weights} above 0 {all|is|are} drawn.',
  linesNone: 'No weight reaches {least}. Lower the threshold to see lines.',
  linesNoHead: 'All heads are switched off.',
  linesQuery: 'query {row} ‘{query}’ → strongest key {column} ‘{key}’',
  linesKey: 'key {column} ‘{key}’ ← strongest query {row} ‘{query}’',
  linesQueryNone: 'query {row} ‘{query}’ → no key',
  linesKeyNone: 'key {column} ‘{key}’ ← no query',
  linesOwn: '{drawn} of {all|# line|# lines}',
});
