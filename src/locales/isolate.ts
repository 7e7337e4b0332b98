/**
 * Isolates a value inside a sentence of the other writing direction. Its first letter decides its direction
 * (U+2068, U+2069; Unicode Standard Annex 9, X5c); without a letter it is left-to-right.
 */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}
