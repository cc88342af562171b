// Why a bar is missed, as far as profiles, the disassembly and probes have shown (Node 24, named functions, 2-core Zen 4): printed below
// the bars of a run that misses it. A ratio is missed for what its time is missed for.

/** @typedef {import('./bars.mjs').Judged} Judged */

const REASONS = {
  tiles:
    'In a profile products take 80 % of W2-512 and run at some 91 % of the peak, where the same tile alone in a loop reaches 97 %: storing a tile’s scores and raising its maxima takes the rest. Exponentials take 6–7 %, packing 2–3 %, looking at the inputs 1–3 %, ends of rows 3 %; at n ≤ 128, where the diagonal cuts more tiles, these shares double. Tried without gain: tiles unrolled by hand (2, 4; V8 spills, 20–40 % slower), several tiles through a block of keys together, a transposed copy of the scores, larger tiles on simd128 (5×8 spills).',
  fresh:
    'A result in a new array of JavaScript is memory that nobody has touched: 11–17 µs every 4 KB on this kind of machine, several times the kernel’s own time where results are small or many. Where the caller gives an array (`into`) there is no such cost; see its row.',
  product:
    'The whole tile alone reaches 97 % of the peak. In the product each tile begins by loading its left rows, which are packed anew in every call, and ends by storing its sums; blocks of 384 in depth, which the second cache wants, make two ends of each tile at a depth of 768.',
  decode:
    'Keys and values of a step are read once, at 45–50 GB/s where a plain read gives up to 97. Two, six and eight panels at once and touching the next lines ahead were slower than four panels. Panels interleaved in depth read one stream: 10–20 % faster in a native probe, but every other kernel would walk the keys in strides of four panels.',
  threads:
    'Two threads of the kernel share two hardware threads with the page, which copies heads out and results in, and with the browser.',
};

/**
 * @param {Judged} bar
 * @returns {keyof typeof REASONS}
 */
function reasonOf({ work, label }) {
  if (work === 'two-workers') return 'threads';
  if (label.startsWith('E ') || work === 'picture') return 'fresh';
  if (work === 'W5') return 'decode';
  return work === 'W4' ? 'product' : 'tiles';
}

/**
 * @param {readonly Judged[]} judged
 * @returns {string[]} a line for each reason of bars that were missed, with the works that they are of
 */
export function explain(judged) {
  /** @type {Map<keyof typeof REASONS, Set<string>>} */
  const works = new Map();
  for (const bar of judged) {
    if (bar.isMet !== false) continue;
    const reason = reasonOf(bar);
    works.set(reason, (works.get(reason) ?? new Set()).add(bar.work));
  }
  return [...works].map(([reason, missed]) => {
    const mode = reason === 'threads' ? '' : reason === 'fresh' ? 'E of ' : 'R of ';
    return `- ${mode}${[...missed].join(', ')}. ${REASONS[reason]}`;
  });
}
