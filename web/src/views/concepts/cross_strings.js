// What the view "cross" says.

export const crossStrings = Object.freeze({
  crossSplit: 'tokens that are context only',
  crossCausal: 'causal mask',
  crossAlign: 'aligned',
  crossBottomRight: 'bottom-right',
  crossTopLeft: 'top-left',
  crossQueries: 'queries',
  crossKeys: 'keys',
  crossCut: 'queries begin at token {index} ‘{token}’',
  crossCuts: 'Where the queries begin: press between two tokens. Arrow keys move along.',
  crossWeights: 'weights',
  crossUsed: '{name}, in use',
  crossStep: '{queries|# query|# queries} over {keys|# key|# keys}',
  crossStepBottomRight: 'query i sees keys 0 … i + {offset}',
  crossStepTopLeft: 'query i sees keys 0 … i',
  crossLabel: '{name}: {queries|# query|# queries} in rows, {keys|# key|# keys} in columns',
  crossIsPair:
    'Queries come from one sequence, keys and values from another: {queries} × {keys} weights, and every query’s row is shared out among the other sequence’s tokens.',
  crossIsPairCausal:
    'The two sequences have places of their own. A causal mask makes sense here only if they are the same text.',
  crossIsSplit:
    'The last {queries} of {keys} tokens ask; all {keys} are keys. Fewer queries cut rows off the full map and change none: the difference is {difference}.',
  crossIsSplitOne:
    'Only the last of {keys|# token|# tokens} asks; all are keys. Fewer queries cut rows off the full map and change none: the difference is {difference}.',
  crossIsBottomRight:
    'Decoding asks with the newest tokens while the earlier ones lie in the cache. The first query stands at place {split}, so it sees {seen|# key|# keys}: bottom-right. Its rows are the rows of the full causal map, difference {difference}.',
  crossIsTopLeft:
    'Top-left takes the first query for token 0 and hides what it should see: difference {difference}.',
  crossIsTopLeftSame: 'With no context both alignments are the same map.',
  crossDifferenceBottomRight: 'bottom-right, off the full map by at most',
  crossDifferenceTopLeft: 'top-left, off the full map by at most',
  crossDifference: 'off the full map by at most',
  crossOutputs: 'outputs {difference}',
  crossCellOne: '{name} {weight}',
  crossFull: 'full map {weight}',
});
