// Deflated bytes that came as text.

export const TOO_OLD =
  'this browser is too old: attention-map needs Chrome 111, Firefox 113, Safari 16.4 or later';

/**
 * @param {string} base64 of zlib-compressed bytes
 * @returns {Promise<Uint8Array>} the bytes
 * @throws {Error} where the browser cannot inflate
 */
export async function inflate(base64) {
  if (typeof DecompressionStream === 'undefined') throw new Error(TOO_OLD);
  const text = atob(base64);
  const packed = new Uint8Array(text.length);
  // By index: with from() and a function for each byte this alone takes 20 ms of a page's start.
  for (let at = 0; at < text.length; at++) packed[at] = text.charCodeAt(at);
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}
