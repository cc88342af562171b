// What the view "cache" says.

export const cacheStrings = Object.freeze({
  cacheSetting: 'step',
  cacheBack: 'Back',
  cacheNext: 'Next',
  cachePlace: '{step} of {n}',
  cacheSentence:
    'Step {step}: the key and the value of {token} are appended, and its query meets the {keys} keys that are held. None of them is computed again. Decoding is causal by itself: later keys are not there yet.',
  cacheSentenceOne:
    'Step 1: the key and the value of {token} are appended, and its query meets the one key that is held. Its weight is 1.',
  cacheDecoded: 'decoded',
  cacheDecodedStep: 'a row a step, from the cache',
  cacheDecodedLabel: 'Attention weights decoded with a cache: {rows} of {n|# row|# rows}',
  cachePrefill: 'causal map',
  cachePrefillStep: 'all rows at once, without a cache',
  cachePrefillLabel:
    'Causal attention weights computed at once: {n|# row and column|# rows and columns}',
  cacheRow: 'Row {row}, query {token}',
  cacheKey: 'key',
  cacheFromCache: 'decoded',
  cacheFromPrefill: 'causal map',
  cacheApart: 'difference',
  cacheDifference: 'largest difference',
  cacheDifferenceNote: 'of weights, over the {rows|# row|# rows} decoded; of outputs {outputs}',
  cacheDots: 'dot products so far, one head',
  cacheDotsNote:
    '{without} without a cache, which computes the map of all tokens anew at each step',
  cacheAdds: 'multiply-adds so far, one head',
  cacheAddsNote:
    '{without} without; each dot product takes {width}: dₖ = {keyWidth} for the score, dᵥ = {valueWidth} for the value',
  cacheBytes: 'keys and values held',
  cacheBytesNote:
    '{t} · {heads} · ({keyWidth} + {valueWidth}) · 4 bytes; the engine’s cache has {bytes}, with room for {n} and padding',
  cacheSteps: 'Dot products of one head, by step',
  cacheStep: 'step',
  cacheWith: 'with',
  cacheWithout: 'without',
  cacheSum: 'sum',
  cacheCurve: 'Dot products so far, with and without a cache, against the step',
  cacheCurveAxis: 'dot products so far',
  cacheNotYet: 'not decoded yet',
  cacheNoKey: 'this key is not there yet: weight 0',
});
