/**
 * Reads an SVG of the operator, and refuses everything that could run or load something.
 * The grammar is stricter than XML, so all browsers read an accepted file alike.
 */

/** Elements of drawings. No script, style sheet, image, animation, link or HTML. */
const ELEMENTS = new Set(
  'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan clipPath mask linearGradient radialGradient stop'.split(
    ' ',
  ),
);
const TOKEN =
  /<!--(?:(?!--)[^])*-->|<(?<end>\/)?(?<name>[A-Za-z_][\w:.-]*)(?<attributes>(?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/)?>|(?<text>[^<]+)/y;
const ATTRIBUTE = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** The five entities that XML knows without a DOCTYPE. Numeric ones could hide a word. */
const OTHER_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** Returns the end of a sentence that begins with the file; `null`: harmless. */
export function svgFault(svg: string): string | null {
  const text = svg.replace(/^\uFEFF?\s*(?:<\?xml[^?<>]*\?>)?\s*/, '').trimEnd();
  if (/<!doctype|<!entity/i.test(text)) return 'has a DOCTYPE';
  const open: string[] = [];
  let elements = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const { name, attributes = '', end, empty, text: between } = TOKEN.exec(text)?.groups ?? {};
    if (TOKEN.lastIndex === 0) return 'is not plain, well-formed SVG';
    if (between !== undefined && OTHER_ENTITY.test(between)) return 'has an entity';
    if (name === undefined) {
      if (open.length === 0 && between?.trim()) return 'is not plain, well-formed SVG';
      continue;
    }
    if (end !== undefined) {
      if (open.pop() !== name) return 'is not plain, well-formed SVG';
      continue;
    }
    if (!ELEMENTS.has(name)) return `has an element <${name}>`;
    if (open.length === 0 && (name !== 'svg' || elements > 0)) return 'is not plain, well-formed SVG';
    const fault = attributesFault(attributes);
    if (fault !== null) return fault;
    // Without the namespace, browsers show no picture.
    if (elements === 0 && !/\sxmlns\s*=/.test(attributes)) return 'is not plain, well-formed SVG';
    elements++;
    if (empty === undefined) open.push(name);
  }
  return elements > 0 && open.length === 0 ? null : 'is not plain, well-formed SVG';
}

function attributesFault(attributes: string): string | null {
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    if (/^on/i.test(name)) return `has an event handler ${name}`;
    if (/^xmlns(?::|$)/.test(name)) {
      if (!/^http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xlink)$/.test(value)) return `has a foreign ${name}`;
      continue;
    }
    if (OTHER_ENTITY.test(value)) return 'has an entity';
    // A style could escape the letters of `url`.
    if (value.includes('\\')) return `has a backslash in ${name}`;
    if (/^(?:\w+:)?href$/i.test(name) && !/^#[\w.-]+$/.test(value))
      return `has a reference to another file in ${name}`;
    if (name.includes(':') && !/^(?:xlink:href|xml:space|xml:lang)$/.test(name))
      return `has an attribute ${name}`;
    const withoutOwn = value.replaceAll(/url\(\s*['"]?#[\w.-]+['"]?\s*\)/gi, '');
    if (/url|image|src\(|:\/\/|@import|expression|javascript:|data:/i.test(withoutOwn))
      return `has a reference to another file in ${name}`;
  }
  return null;
}
