// The cells of a small map as rectangles, read from its canvas: one pixel is one cell there.

/** Larger maps go into files as pictures: rectangles would make them heavy, and no sharper. */
const MOST_CELLS = 64;

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {{ fills: (string | null)[], columns: number } | null} row by row, null where transparent; null for what is no small map
 */
export function cellRectangles(canvas) {
  const { width, height } = canvas;
  if (!canvas.classList.contains('cells') || canvas.classList.contains('sheet')) return null;
  if (width < 1 || height < 1 || width > MOST_CELLS || height > MOST_CELLS) return null;
  // Read from a copy that is kept where reading is cheap: the map's own canvas stays where drawing is.
  const copy = canvas.ownerDocument.createElement('canvas');
  copy.width = width;
  copy.height = height;
  const context = copy.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(canvas, 0, 0);
  const pixels = context.getImageData(0, 0, width, height).data;
  const fills = Array.from({ length: width * height }, (_, cell) => {
    const [red, green, blue, alpha] = pixels.subarray(4 * cell, 4 * cell + 4);
    return alpha === 0 ? null : `rgb(${red}, ${green}, ${blue})`;
  });
  return { fills, columns: width };
}
