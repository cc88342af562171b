// What the view "sketch" says.

export const sketchStrings = Object.freeze({
  sketchSeed: 'seed',
  sketchTokens: 'tokens n',
  sketchModelWidth: 'd_model',
  sketchKeyWidth: 'd_k',
  sketchSigma: 'σ of the matrices',
  sketchMask: 'mask',
  sketchProgram: 'the program',
  sketchPrinted: 'what it prints',
  sketchCopy: 'Copy as NumPy',
  sketchCopied: 'Copied',
  sketchRefused: 'The clipboard is closed here: the program is selected',
  sketchNoSelection: 'The clipboard is closed here: select the program by hand',
  sketchWeights: 'weights',
  sketchStep: 'softmax of Q Kᵀ ÷ √{width}',
  sketchLabel:
    'Attention weights of seed {seed}: {n|# query|# queries} in rows, {n|# key|# keys} in columns',
  sketchEdges:
    '{count} of {cells|# weight|# weights} {count|lies|lie} on the middle between two printed numbers, closer than float32 can tell: NumPy’s last digit may differ there.',
});
