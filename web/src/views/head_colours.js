// A colour for each head: equally light, so that none looks stronger than another, and as far from its neighbours as can be.

/** Lightness and chroma in OKLCH (Ottosson 2020), so that lines reach 3 : 1 on the ground of their scheme. */
const TONE = Object.freeze({
  light: { lightness: 0.56, chroma: 0.15 },
  dark: { lightness: 0.76, chroma: 0.12 },
});
/** Degrees: each further hue falls into the widest gap that those before it leave. */
const GOLDEN_ANGLE = 137.508;
/** Of head 0: the hue of the accent. */
const FIRST_HUE = 40;

/**
 * @param {number} head
 * @param {import('../palettes.js').Scheme} scheme
 * @returns {import('../palettes.js').Rgb}
 */
export function headColour(head, scheme) {
  const { lightness, chroma } = TONE[scheme];
  const hue = ((FIRST_HUE + head * GOLDEN_ANGLE) * Math.PI) / 180;
  return fromOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
}

/**
 * @param {number} lightness 0…1
 * @param {number} a green to red
 * @param {number} b blue to yellow
 * @returns {import('../palettes.js').Rgb} sRGB; what is out of its gamut is clipped
 */
function fromOklab(lightness, a, b) {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    gamma(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    gamma(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

/**
 * @param {number} linear light
 * @returns {number} 0…255 of sRGB (IEC 61966-2-1)
 */
function gamma(linear) {
  const light = Math.min(1, Math.max(0, linear));
  const coded = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(coded * 255);
}
