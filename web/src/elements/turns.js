// Drawings of all tags of a page, in the frames that they fit into: a book page of a hundred maps shall not stand still until the
// last is drawn.

/** What drawings may take of one frame before the rest waits for the next. */
const FRAME_MS = 12;

/** In the order in which they were asked for. @type {Set<() => void>} */
const waiting = new Set();
let request = 0;

/** One drawing's place in the line. */
export class Turn {
  #work;

  /** @param {() => void} draw in the next frame after it was asked for, or in one of those after that */
  constructor(draw) {
    this.#work = draw;
  }

  /** Asked for already, or not: it is drawn once. */
  ask() {
    waiting.add(this.#work);
    if (request === 0) request = requestAnimationFrame(serve);
  }

  /** Not any more. */
  stop() {
    waiting.delete(this.#work);
  }
}

function serve() {
  const begun = performance.now();
  try {
    // Who asks again while being drawn is drawn in the next.
    for (const work of [...waiting]) {
      if (!waiting.delete(work)) continue;
      work();
      if (performance.now() - begun > FRAME_MS) break;
    }
  } finally {
    request = waiting.size === 0 ? 0 : requestAnimationFrame(serve);
  }
}
