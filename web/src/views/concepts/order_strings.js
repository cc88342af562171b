// What the view "order" says.

export const orderStrings = Object.freeze({
  orderHint:
    'Drag a token. Or with keys: ← → move it, ↑ ↓ choose another. On a map: point at a cell, or use the arrow keys.',
  orderStrip: 'tokens, in the order in which attention gets them',
  orderToken: '{token}, place {place}, of 0 to {last}',
  orderBack: '← move back',
  orderOn: 'move on →',
  orderOriginal: 'original order',
  orderReverse: 'last first',
  orderCausal: 'causal mask',
  orderPositions: 'add sinusoidal positions',
  orderMoved: 'P · A(X) · Pᵀ',
  orderMovedStep: 'computed first, then moved',
  orderMovedStepPositions: 'positions added, computed, then moved',
  orderAfter: 'A(PX)',
  orderAfterStep: 'tokens moved, then computed',
  orderAfterStepPositions: 'tokens moved, positions added, computed',
  orderLabelMoved:
    'Attention of the original order, its rows and columns moved: {count|# token|# tokens}',
  orderLabelAfter:
    'Attention of the moved tokens: {count|# token|# tokens}. Cells that differ are framed.',
  orderWeights: 'weights: max |A(PX) − P · A(X) · Pᵀ|',
  orderOutputs: 'outputs: max |difference|',
  orderSame: 'rounding of float32',
  orderDiffers: 'not the same',
  orderExact: 'no difference',
  orderIsOriginal: 'Every token is at its place: the two are the same map.',
  orderIsBlind:
    'The map moves with its tokens and nothing else changes: attention by itself does not know their order.',
  orderIsMasked:
    'A causal mask goes by places: what a token sees depends on where it stands, so the maps differ.',
  orderIsOtherMask: 'The mask goes by places, so the maps differ.',
  orderIsPlaced:
    'Each place adds its own numbers to X, and they do not move with the tokens: now the order counts, and the maps differ.',
  orderIsBoth:
    'The mask goes by places, and each place adds its own numbers to X. Neither moves with the tokens: the order counts twice, and the maps differ.',
  orderStands: '{token} stands at place {place}, of 0 to {last}',
  orderCell: 'P · A(X) · Pᵀ {moved} · A(PX) {after} · difference {difference}',
});
