// A snapshot as an SVG file: real text, cells as rectangles where they are few, pictures of cells where they are many.

/** @typedef {import('./shapes.js').Shape} Shape */
/** @typedef {import('./shapes.js').Snapshot} Snapshot */

const ESCAPES = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/**
 * @param {string} text any token
 * @returns {string} as it is written in XML, which has no place for control characters
 */
function escapeXml(text) {
  return (
    text
      .replace(/[&<>"]/g, (sign) => ESCAPES[sign])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replace(/\p{Surrogate}/gu, '\ufffd')
  );
}

/** @param {number} value */
const short = (value) => String(Number(value.toFixed(2)));

/**
 * @param {string} tag
 * @param {Record<string, string | number | null>} attributes null: left out
 * @param {string} [content] XML
 */
function element(tag, attributes, content = '') {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        ` ${name}="${typeof value === 'number' ? short(value) : escapeXml(String(value))}"`,
    )
    .join('');
  return content === '' ? `<${tag}${written}/>` : `<${tag}${written}>${content}</${tag}>`;
}

/**
 * @param {import('./shapes.js').Font} font
 */
function fontAttributes({ style, weight, size, family }) {
  return {
    'font-family': family,
    'font-size': size,
    'font-style': style === 'normal' ? null : style,
    'font-weight': weight === '400' ? null : weight,
  };
}

/**
 * @param {Snapshot} snapshot
 * @param {string} title what the picture is, for those who do not see it
 * @returns {string}
 */
export function svgFile({ x, y, width, height, ground, shapes }, title) {
  /** @type {string[]} */
  const definitions = [];
  const define = (/** @type {(id: string) => string} */ write) => {
    const id = `d${definitions.length}`;
    definitions.push(write(id));
    return `url(#${id})`;
  };
  const drawn = shapes.map((shape) => write(shape, define));
  const content = [
    element('title', {}, escapeXml(title)),
    definitions.length > 0 ? element('defs', {}, definitions.join('')) : '',
    element('rect', { x, y, width, height, fill: ground }),
    ...drawn,
  ];
  const opening = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}">`;
  return `${opening}\n${content.filter(Boolean).join('\n')}\n</svg>\n`;
}

/**
 * @param {Shape} shape
 * @param {(write: (id: string) => string) => string} define
 * @returns {string}
 */
function write(shape, define) {
  switch (shape.kind) {
    case 'rectangle':
      return element('rect', {
        ...boxAttributes(shape),
        fill: shape.fill ?? 'none',
        stroke: shape.stroke,
        'stroke-width': shape.stroke ? shape.line : null,
      });
    case 'line': {
      const { x1, y1, x2, y2, stroke, line } = shape;
      return element('line', { x1, y1, x2, y2, stroke, 'stroke-width': line });
    }
    case 'cells':
      return cells(shape);
    case 'image':
      return element('image', {
        ...boxAttributes(shape),
        href: shape.canvas.toDataURL('image/png'),
        preserveAspectRatio: 'none',
        style: shape.smooth ? null : 'image-rendering:pixelated',
      });
    case 'ramp':
      return element('rect', {
        ...boxAttributes(shape),
        fill: define((id) => gradient(id, shape.colours)),
      });
    case 'hatch':
      return element('rect', {
        ...boxAttributes(shape),
        fill: define((id) => hatch(id, shape.stroke)),
      });
    case 'text':
      return text(shape, define);
    case 'chart':
      return chart(shape);
  }
}

/** @param {import('./shapes.js').Box} box */
const boxAttributes = ({ x, y, width, height }) => ({ x, y, width, height });

/** @param {Extract<Shape, { kind: 'cells' }>} shape */
function cells({ x, y, width, height, fills, columns }) {
  const [across, down] = [width / columns, (height * columns) / fills.length];
  const rectangles = fills.map((fill, cell) => {
    if (!fill) return '';
    const column = cell % columns;
    const at = { x: x + column * across, y: y + ((cell - column) / columns) * down };
    return element('rect', { ...at, width: across, height: down, fill });
  });
  return element('g', { 'shape-rendering': 'crispEdges' }, rectangles.join('') || ' ');
}

/** @param {string} id @param {string[]} colours */
function gradient(id, colours) {
  const stops = colours.map((colour, place) =>
    element('stop', {
      offset: `${short((100 * place) / (colours.length - 1))}%`,
      'stop-color': colour,
    }),
  );
  return element('linearGradient', { id }, stops.join('') || ' ');
}

/** @param {string} id @param {string} stroke */
function hatch(id, stroke) {
  const line = element('path', {
    d: 'M-1 6L6 -1M5 12L12 5M-1 12L12 -1',
    stroke,
    'stroke-width': 0.8,
  });
  return element('pattern', { id, width: 11, height: 11, patternUnits: 'userSpaceOnUse' }, line);
}

/**
 * @param {Extract<Shape, { kind: 'text' }>} shape
 * @param {(write: (id: string) => string) => string} define
 */
function text({ text: said, x, y, fill, font, upright, clip }, define) {
  const cut =
    clip && define((id) => element('clipPath', { id }, element('rect', boxAttributes(clip))));
  const written = element(
    'text',
    {
      x,
      y,
      fill,
      ...fontAttributes(font),
      'xml:space': 'preserve',
      transform: upright ? `rotate(-90 ${short(x)} ${short(y)})` : null,
    },
    escapeXml(said),
  );
  return cut ? element('g', { 'clip-path': cut }, written) : written;
}

/** @param {Extract<Shape, { kind: 'chart' }>} shape */
function chart({ x, y, scale, marks }) {
  const drawn = marks.map(
    ({ tag, attributes, text: said, fill, stroke, line, dashes, opacity, font }) =>
      element(
        tag,
        {
          ...attributes,
          fill,
          stroke: stroke === 'none' ? null : stroke,
          'stroke-width': stroke === 'none' ? null : line,
          'stroke-dasharray': dashes,
          opacity: opacity === 1 ? null : opacity,
          ...(tag === 'text' ? fontAttributes(font) : {}),
        },
        escapeXml(said),
      ),
  );
  const place = `translate(${short(x)} ${short(y)}) scale(${Number(scale.toFixed(4))})`;
  return element('g', { transform: place }, drawn.join('') || ' ');
}
