/**
 * What an SVG file of the operator must not have. Browsers run no script in an `<img>`, but somebody may open the file by its address, and
 * an address in it would tell another host about our visitors. The answers are ends of a sentence: "the file has a script".
 */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/<!DOCTYPE|<!ENTITY|<\?xml-stylesheet/i, 'has a DOCTYPE or a style sheet instruction'],
  [/<(?:[\w-]+:)?script\b/i, 'has a script'],
  [/<(?:[\w-]+:)?(?:foreignObject|iframe|embed|object)\b/i, 'has a foreign object'],
  [/[\s"'/]on[a-z]+\s*=/i, 'has an event handler'],
  [/attributeName\s*=\s*["']?\s*(?:on|(?:xlink:)?href)/i, 'animates a link or an event handler'],
  [/[\s"'/](?:xlink:)?(?:href|src)\s*=\s*(?!["']\s*(?:#|data:image\/(?:png|jpeg|webp)[;,]))/i, 'has a link'],
  [/@import|url\(\s*["']?\s*(?!["']?\s*(?:#|data:image\/(?:png|jpeg|webp)[;,]))/i, 'loads another file'],
];

/** Why a text cannot be shown as an SVG image, or `null`. */
export function svgFault(text: string): string | null {
  const start = text.replace(/^\uFEFF?\s*(?:<\?xml [^>]*\?>)?(?:\s*<!--(?:(?!-->)[\s\S])*-->)*\s*/, '');
  if (!/^<svg[\s>]/.test(start) || !/<\/svg>\s*$|^<svg[^>]*\/>\s*$/.test(start)) return 'is no SVG';
  return FORBIDDEN.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
