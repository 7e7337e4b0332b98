/** The text of a page without script: no tags, and unescaped. */
export function textOfPage(html: string): string {
  const shown = /<noscript>([\s\S]*)<\/noscript>/.exec(html)?.[1] ?? rootOf(html);
  const text = shown.replaceAll(/<style>[\s\S]*?<\/style>|<svg\b[\s\S]*?<\/svg>|<[^>]*>/g, ' ');
  return unescapeHtml(text).replaceAll(/\s+/g, ' ').trim();
}

export function unescapeHtml(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39|#x27);/g, (_entity, name: string) => CHARACTERS[name] ?? '');
}

const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
};

export function rootOf(html: string): string {
  return /<div id="root">([\s\S]*)<\/div><script type="application\/json"/.exec(html)?.[1] ?? '';
}

/** The data that the server adds to a signed-out page. */
export function dataOfPage(html: string): unknown {
  const block = /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(html)?.[1];
  if (block === undefined) throw new Error('the page has no data');
  return JSON.parse(block);
}
