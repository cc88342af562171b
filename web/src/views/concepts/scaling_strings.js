// What the view "scaling" says.

export const scalingStrings = Object.freeze({
  scalingWidth: 'key width dₖ',
  scalingResample: 'Resample',
  scalingState:
    '{done} of {queries} queries, each with {keys} keys of its own; all components are random with variance 1, seed {seed}.',
  scalingRaw: 'raw',
  scalingScaled: 'scaled',
  scalingRawTitle: 'weights from raw scores',
  scalingScaledTitle: 'weights from scaled scores',
  scalingRawStep: 'softmax of q · k',
  scalingScaledStep: 'softmax of q · k ÷ √{width} = {divisor}',
  scalingMapLabel: '{title}: the first {queries} queries in rows, {keys} keys of each in columns',
  scalingHistogram: 'Shares of scores by size, {kind}; standard deviation {deviation}',
  scalingScore: '{kind} score, σ = {deviation}',
  scalingShare: 'share of scores',
  scalingNumbers: 'Means over the queries; the entropy is at most ln {keys} = {most}',
  scalingScores: 'scores',
  scalingVariance: 'variance',
  scalingEntropy: 'entropy',
  scalingPeak: 'largest weight',
  scalingJacobian: 'Jacobian norm',
  scalingSmaller:
    'Without √dₖ the gradient through the softmax is {ratio} of what it is with it: a mean Jacobian norm of {raw} against {scaled}.',
  scalingLarger:
    'At this width leaving √dₖ out does not shrink the gradient: the mean Jacobian norm is {raw} raw and {scaled} scaled.',
  scalingCell:
    'query {row} → key {column} · weight {raw} from raw scores, {scaled} from scaled ones',
  scalingChapter: 'The chapter’s example',
  scalingOwn: 'The same on your own data',
  scalingDivide: 'divide by √dₖ',
  scalingExampleLabel:
    'Attention weights of the example: {queries|# query|# queries} in rows, {keys|# key|# keys} in columns',
  scalingRows: 'By row, at most ln {keys} = {most}',
  scalingEntropyScaled: 'entropy ÷ √dₖ',
  scalingEntropyRaw: 'entropy raw',
  scalingJacobianScaled: 'Jacobian ÷ √dₖ',
  scalingJacobianRaw: 'Jacobian raw',
  scalingMean: 'mean',
  scalingExampleVariance:
    'dₖ = {width}: raw scores have variance {raw} (σ = {rawSigma}), scaled ones {scaled} (σ = {scaledSigma}).',
  scalingExampleSigma:
    'That is not 1, because queries and keys do not have variance 1 here: the weight matrices are drawn with standard deviation {sigma}.',
});
