// What the view "census" says.

export const censusStrings = Object.freeze({
  censusHint: 'Click a head, or Enter on it, to enlarge it; again to close it.',
  censusSort: 'sorted by',
  censusFilter: 'at least',
  censusHead: 'head {head}',
  censusByHead: 'head',
  censusEntropy: 'entropy',
  censusDistance: 'distance',
  censusFirst: 'first',
  censusPrevious: 'previous',
  censusInduction: 'induction',
  censusShown: '{shown} of {heads|# head|# heads}, those whose {measure} is at least {least}.',
  censusPath:
    'A recurrent network carries a token over |i − j| steps to the query: {distance} on average, by the weights of {maps}. Attention needs 1.',
  censusPathAll: 'these maps',
  censusPathOne: 'this map',
  censusCards:
    '{heads|# head|# heads} with what {heads|it attends|they attend} to. Arrow keys move between them, Enter enlarges one.',
  censusLarge:
    'Attention of head {head}: {queries|# query|# queries} in rows, {keys|# key|# keys} in columns',
  censusCellDistance: 'distance {distance}',
  censusFormulas: 'How they are measured: the mean over the rows of a map',
  censusEntropyFormula:
    '−Σ w · ln w, in nats: 0 for one key alone, ln {keys} = {most} for all alike',
  censusDistanceFormula: 'Σ w · |i − j|: how many tokens away the attended keys are',
  censusFirstFormula: 'weight on key 0: high for a head that rests there (a sink)',
  censusPreviousFormula: 'weight on key i − 1, of the queries that have one',
  censusInductionFormula:
    'weight on the key that followed the last occurrence of the query’s token, of the queries whose token was there before; – where none was',
});
