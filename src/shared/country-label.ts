const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A country in a list, as `Germany (+49)`. After a name from right to left, a mark keeps the plus sign before the digits (U+200E). */
export function labelOfCountry(name: string, callingCode: string): string {
  return `${name} (${RIGHT_TO_LEFT.test(name) ? '\u200e' : ''}+${callingCode})`;
}
