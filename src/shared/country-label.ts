const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** `Germany (+49)`. After a right-to-left name, U+200E keeps the plus sign before the digits. */
export function labelOfCountry(name: string, callingCode: string): string {
  return `${name} (${RIGHT_TO_LEFT.test(name) ? '\u200e' : ''}+${callingCode})`;
}
