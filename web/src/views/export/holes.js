// On the page a figure keeps room for hints and readouts; a file has none of them, and no bands of nothing in their place.

/** @typedef {import('./shapes.js').Shape} Shape */

/** CSS px: a band without any shape may be as high as that between a map and what belongs to it. */
const HIGHEST_PX = 40;
const LEFT_PX = 24;

/**
 * @param {Shape} shape
 * @returns {[number, number]} CSS px, its upper and its lower edge
 */
export function edgesDown(shape) {
  if (shape.kind === 'line') return [Math.min(shape.y1, shape.y2), Math.max(shape.y1, shape.y2)];
  const { y, height } = shape.kind === 'text' ? (shape.clip ?? shape.box) : shape;
  return [y, y + height];
}

/**
 * Moves up what lies below a band that nothing reaches into.
 * @param {Shape[]} shapes changed in place
 */
export function closeHoles(shapes) {
  const downwards = shapes
    .map((shape) => ({ shape, edges: edgesDown(shape) }))
    .sort((one, other) => one.edges[0] - other.edges[0]);
  let reached = downwards[0]?.edges[1] ?? 0;
  let up = 0;
  for (const { shape, edges } of downwards) {
    if (edges[0] - reached > HIGHEST_PX) up += edges[0] - reached - LEFT_PX;
    reached = Math.max(reached, edges[1]);
    if (up > 0) moveUp(shape, up);
  }
}

/**
 * @param {Shape} shape
 * @param {number} up CSS px
 */
function moveUp(shape, up) {
  if (shape.kind === 'line') {
    shape.y1 -= up;
    shape.y2 -= up;
    return;
  }
  shape.y -= up;
  if (shape.kind !== 'text') return;
  shape.box = { ...shape.box, y: shape.box.y - up };
  if (shape.clip) shape.clip = { ...shape.clip, y: shape.clip.y - up };
}
