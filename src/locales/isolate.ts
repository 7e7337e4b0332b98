/**
 * Keeps a name, an address or a number whole inside a sentence of the other writing direction. The value takes the direction of its own first
 * letter, and left-to-right without one (U+2068 and U+2069; Unicode Standard Annex 9, rule X5c). Words are plain text, which has no `<bdi>`.
 */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}
