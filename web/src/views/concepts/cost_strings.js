// What the view "cost" says.

export const costStrings = Object.freeze({
  costTokens: 'tokens n',
  costTokensMark: 'n = d',
  costWidth: 'head width d',
  costStart: 'Measure here',
  costAgain: 'Measure again',
  costStop: 'Stop',
  costIdle:
    'Nothing is measured until you ask. It takes about a second: one head of random q, k and v, n from {least} to {most}, on {backend}.',
  costRunning: 'Measuring on {backend}: {done} of {all} times.',
  costStopped: 'Stopped after {done} of {all} times.',
  costDone: 'Measured on {backend}; each time is a mean over at least 30 ms.',
  costTimes: 'Time of one call, one head, d = {width}',
  costChart: 'Measured time of one call in ms against n, and the nearest a·n² of each kind',
  costChartX: 'n',
  costChartY: 'ms',
  costStored: 'map stored',
  costFused: 'fused',
  costFit: 'Fitted to what was measured, {kind}: t grows as n to the power {exponent}.',
  costDashes: 'The dashed lines are the nearest a·n².',
  costLeftOut:
    'Not measured, {kind}: n = {n}. By n² it would hold this page for about {time}; calls over {limit} are not made.',
  costRace: 'The same work on each backend: n = {n}, fused, by turns',
  costBackend: 'backend',
  costTime: 'time',
  costAgainstScalar: 'speed-up',
  costRate: 'GFLOP/s',
  costLoading: '…',
  costRefused: 'cannot run here',
  costCounts: 'Counted, one head, d = {width}, float32',
  costMap: 'map n²',
  costFusedMemory: 'fused',
  costOperations: 'FLOP',
  costFormula:
    'The map takes 4·n² bytes. Without it 24·n·d: q, k, v, the output, and the packed copies of k and v that this core makes; its working tile does not grow with n. Q Kᵀ and A V together are 4·n²·d FLOP.',
  costSteps: 'Multiply-adds of n²·d and of n·d², against n',
  costStepsY: 'multiply-adds',
  costAttention: 'n²·d',
  costRecurrence: 'n·d²',
  costCompareMore:
    'At n = {n} one product of attention takes n²·d = {attention} multiply-adds, {ratio} times the n·d² = {recurrence} of a recurrent layer. None of them waits for another token; the recurrent layer goes through {n|# step|# steps} one after the other.',
  costCompareFewer:
    'At n = {n} one product of attention takes n²·d = {attention} multiply-adds; a recurrent layer takes n·d² = {recurrence}, {ratio} times as many, in {n|# step|# steps} one after the other.',
  costCompareEqual:
    'At n = d = {n} both take {attention} multiply-adds. Attention’s wait for no other token; the recurrent layer goes through {n|# step|# steps} one after the other.',
});
