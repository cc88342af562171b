// Room under a figure that grows by a row of cells at every word. What follows on the page moves once in some words: readers need
// not chase it, and the browser need not place all of it at every key.
const STEP_PX = 64;

/** @param {HTMLElement} room is kept as high as the one element in it, rounded up */
export function steadyRoom(room) {
  const content = room.firstElementChild;
  if (!content) return;
  new ResizeObserver(([{ contentRect }]) => {
    const height = `${Math.ceil(contentRect.height / STEP_PX) * STEP_PX}px`;
    if (room.style.getPropertyValue('--room') !== height) room.style.setProperty('--room', height);
  }).observe(content);
}
