// What the view "sparse" says.

export const sparseStrings = Object.freeze({
  sparsePatternSetting: 'pattern',
  sparseNameWindow: 'window',
  sparseNameDilated: 'dilated',
  sparseNameGlobal: 'global',
  sparseNameBlock: 'block',
  sparseNameRandom: 'random',
  sparseWidth: 'keys on either side',
  sparseDilation: 'in steps of',
  sparseGlobals: 'global tokens',
  sparseBlock: 'block of',
  sparsePerRow: 'keys drawn',
  sparseSeed: 'seed',
  sparseCausal: 'causal',
  sparseWordsWindow: 'A query sees the keys from {before} before it to {after} after it.',
  sparseWordsWindowCausal:
    'A query sees the keys from {before} before it to itself: the causal mask hides what comes after.',
  sparseWordsDilated:
    'A query sees keys in steps of {dilation}, from {before} before it to {after} after it.',
  sparseWordsDilatedCausal:
    'A query sees keys in steps of {dilation}, from {before} before it to itself: the causal mask hides what comes after.',
  sparseWordsGlobal:
    '{globals|Global token: the first. It sees|Global tokens: the first #. They see} all and {globals|is|are} seen by all. Every query also sees the keys from {before} before it to {after} after it.',
  sparseWordsGlobalCausal:
    '{globals|Global token: the first. It is|Global tokens: the first #. They are} seen by all that come after. Every query also sees the keys from {before} before it to itself: the causal mask hides what comes after.',
  sparseWordsBlock: 'A query sees its own block of {block|# token|# tokens}.',
  sparseWordsBlockCausal:
    'A query sees its own block of {block|# token|# tokens} up to itself: the causal mask hides what comes after.',
  sparseWordsRandom: 'A query sees itself and {perRow} of the other keys, drawn with seed {seed}.',
  sparseWordsRandomCausal:
    'A query sees itself and {perRow} of the keys before it, drawn with seed {seed}; where there are fewer, all of them.',
  sparseWordsMask: 'Another mask hides as well.',
  sparseNoKey: 'No key is left for {rows}: weights and output are 0 there.',
  sparseRow: 'query {row} ‘{query}’',
  sparseMap: 'pattern',
  sparseMapStep: 'cells that are computed',
  sparseMapLabel:
    'The pattern: {queries|# query|# queries} in rows, {keys|# key|# keys} in columns',
  sparseFull: 'full attention',
  sparseFullStep: 'softmax over all keys',
  sparseFullLabel:
    'Full attention: {queries|# query|# queries} in rows, {keys|# key|# keys} in columns',
  sparseKernel: 'sparse attention',
  sparseKernelStep: 'softmax over the kept keys',
  sparseKernelLabel:
    'Sparse attention: {queries|# query|# queries} in rows, {keys|# key|# keys} in columns',
  sparseCells: 'cells kept',
  sparseCellsNote: '{kept} of {all}',
  sparseMass: 'mass kept, mean of rows',
  sparseMassNote: 'full weights that lie on kept cells',
  sparseLargest: 'output, max |Δ|',
  sparseLargestNote: 'largest difference of a component',
  sparseRelative: 'output, relative',
  sparseRelativeNote: '‖sparse − full‖ ÷ ‖full‖ (Frobenius)',
  sparseRows: 'Mass kept by row',
  sparseRowMass: 'mass kept',
  sparseRowKeys: 'keys kept',
  sparseChart: 'Mass kept by row, against the query',
  sparseChartRow: 'query',
  sparseCellKept: 'kept',
  sparseCellDropped: 'left out',
  sparseCellFull: 'full {weight}',
  sparseCellSparse: 'sparse {weight}',
  sparseCellMass: 'mass kept of the row {mass}',
});
