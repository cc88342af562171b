// What the workbench of the heads says.

export const workbenchStrings = Object.freeze({
  workbenchLabel: 'Workbench: heads cut, switched off and swapped',
  workbenchHeads: 'heads h',
  workbenchOn: 'heads on',
  workbenchToggle: 'head {head} on',
  workbenchSwap: 'swap head',
  workbenchSwapWith: 'with',
  workbenchNoSwap: 'none',
  workbenchGiven:
    'The data is query, key and value: there are no weight matrices to cut into other heads, and no concat that W_O would mix.',
  workbenchWeights:
    'The data is finished weights: there are no matrices to cut into other heads and no outputs to join.',
  workbenchAllOn: 'Every head is on.',
  workbenchOff:
    'Off: head {off}. Its columns of the concat are 0. A pruned head is the same: its rows of W_O then meet only zeros.',
  workbenchOffSeveral:
    'Off: heads {off}. Their columns of the concat are 0. Pruned heads are the same: their rows of W_O then meet only zeros.',
  workbenchSwapped:
    'Heads {one} and {other} have changed places. W_O stays as it is, so the output changes, by {change} at most.',
  workbenchReordered:
    'Heads {one} and {other} have changed places. Without W_O only the order of the columns changes.',
  workbenchIdentity: 'W_O is the identity here: the data has none, so the concat is the output.',
  workbenchTable: 'The heads and the norm of the concat',
  workbenchHead: 'head',
  workbenchEntropy: 'entropy, nats',
  workbenchPart: 'norm of its part',
  workbenchWithout: 'concat without it',
  workbenchNorm: 'norm of the concat',
  workbenchNormAll: 'every head on',
  workbenchNormNow: 'as it is now',
  workbenchNormOff: 'without head {off}',
  workbenchConcat: 'concat',
  workbenchConcatStep: '{heads|# head|# heads} of dᵥ = {width} side by side',
  workbenchConcatLabel:
    'Concat of {heads|# head|# heads}: {queries|# token|# tokens} in rows, {columns|# component|# components} in columns',
  workbenchOutputMatrix: 'W_O',
  workbenchOutputMatrixStep: 'mixes the heads',
  workbenchOutputMatrixLabel:
    'W_O: {rows|# component|# components} of the concat in rows, {columns} in columns',
  workbenchOutput: 'output',
  workbenchOutputStep: '= concat · W_O',
  workbenchOutputLabel:
    'Output: {queries|# token|# tokens} in rows, {columns|# component|# components} in columns',
  workbenchModelWidth: 'd = {width} →',
  workbenchConcatDown: 'concat ↓',
  workbenchCell: 'token {row} ‘{token}’, head {head}, component {component}: {value}',
  workbenchMatrixCell: 'W_O, row {row} of head {head}, column {column}: {value}',
  workbenchOutputCell: 'output of token {row} ‘{token}’, component {column}: {value}',
  workbenchPanelsHint: 'Point at a cell of the concat.',
  workbenchRaw: 'raw scores add up',
  workbenchRawNote: 'largest |Σ over heads − one head|',
  workbenchSoftmax: 'softmaxes do not',
  workbenchSoftmaxNote: 'largest |mean over heads − one head|',
  workbenchOneHead: 'One head has nothing to add up: choose more heads.',
  workbenchNoOne:
    'Heads that share keys, or that differ in mask or bias, have no single head to compare with.',
  workbenchCellRaw: 'query {row} → key {column}, raw: {terms} = {sum}; as one head {one}',
  workbenchCellWeights: 'weights: mean of {terms} = {mean}; as one head {one}',
  workbenchCellHint: 'Point at a cell of a map above: its scores of all heads, and of one.',
});
