import {
  formatAsTyped,
  parsePhone,
  phoneCountries,
  type CountryCode,
  type ParsedPhone,
} from '../../../shared/phone.ts';
import { PHONE_INPUT_MAX_LENGTH } from '../../../shared/limits.ts';

export interface Entry {
  readonly text: string;
  readonly caret: number;
}

/** From the field's `input` event. */
interface InputChange {
  readonly value: string;
  readonly caret: number;
  /** From the Input Events specification; empty if the browser does not say. */
  readonly inputType: string;
}

const CALLING_CODES = new Map(phoneCountries().map(({ country, callingCode }) => [country, callingCode]));

/** All other characters are separators. */
const SIGN = /[\p{Nd}+＋]/gu;
/** Other characters are not formatted, because that would drop them. */
const FORMATTABLE = /^[\p{Nd}+\s()./\-‐-―]*$/u;

/** The caret keeps the number of signs on its left. Instead of a separator, the next digit is deleted. */
export function formatInput(before: string, change: InputChange, country: CountryCode | null): Entry {
  const { value, caret } = deleteNextDigit(before, change);
  const text = formatNumber(value, country);
  if (text === value) return { text, caret };
  if (caret >= value.length) return { text, caret: text.length };
  return { text, caret: positionAfter(text, countSigns(value.slice(0, caret))) };
}

function formatNumber(value: string, country: CountryCode | null): string {
  const plain = value.normalize('NFKC');
  if (plain.length > PHONE_INPUT_MAX_LENGTH || !FORMATTABLE.test(plain)) return value;
  const { text } = formatAsTyped(plain, country ?? undefined);
  return countSigns(text) === countSigns(plain) ? text : value;
}

function deleteNextDigit(
  before: string,
  { value, caret, inputType }: InputChange,
): Omit<InputChange, 'inputType'> {
  const isSeparatorGone = before.length - value.length === 1 && countSigns(before) === countSigns(value);
  if (!isSeparatorGone) return { value, caret };
  const signs = countSigns(value.slice(0, caret));
  if (inputType === 'deleteContentBackward' && signs > 0) {
    const end = positionAfter(value, signs);
    return { value: value.slice(0, end - 1) + value.slice(end), caret: end - 1 };
  }
  if (inputType === 'deleteContentForward' && signs < countSigns(value)) {
    const end = positionAfter(value, signs + 1);
    return { value: value.slice(0, end - 1) + value.slice(end), caret };
  }
  return { value, caret };
}

function countSigns(text: string): number {
  return text.match(SIGN)?.length ?? 0;
}

/** The offset after the `count`th sign. */
function positionAfter(text: string, count: number): number {
  if (count === 0) return 0;
  const sign = [...text.matchAll(SIGN)][count - 1];
  return sign ? sign.index + sign[0].length : text.length;
}

/** Without a chosen country it guesses none. */
export function readPhone(text: string, country: CountryCode | null): ParsedPhone {
  return parsePhone(text, country ?? undefined);
}

/** The number's own, if known yet, else the chosen one. `null` while a number fits several. */
export function detectCountry(text: string, chosen: CountryCode | null): CountryCode | null {
  const parsed = readPhone(text, chosen);
  if (parsed.ok) return parsed.phone.country;
  if (!isInternational(text)) return chosen;
  const { country } = formatAsTyped(text.normalize('NFKC'));
  if (country) return country;
  const digits = digitsOf(text);
  if (chosen && sharePrefix(digits, CALLING_CODES.get(chosen) ?? '')) return chosen;
  const [only, another] = [...CALLING_CODES].filter(([, callingCode]) => digits.startsWith(callingCode));
  return only && !another ? only[0] : null;
}

/** An international number gets the calling code, a national number the format. */
export function changeCountry(text: string, country: CountryCode): string {
  if (!isInternational(text)) return formatNumber(text, country);
  const digits = digitsOf(text);
  // No calling code is the prefix of another one.
  const old = [...CALLING_CODES.values()].find((callingCode) => digits.startsWith(callingCode)) ?? digits;
  return formatNumber(`+${CALLING_CODES.get(country) ?? ''}${digits.slice(old.length)}`, country);
}

/** `null` when the pasted text is not a complete number. */
export function readPasted(pasted: string, chosen: CountryCode | null): string | null {
  const parsed = readPhone(pasted, chosen);
  if (!parsed.ok) return null;
  const { phone } = parsed;
  const isNational = phone.country !== null && phone.country === chosen && !/[+＋]/.test(pasted);
  return isNational ? phone.national : phone.international;
}

function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

function sharePrefix(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

function isInternational(text: string): boolean {
  return text.normalize('NFKC').trimStart().startsWith('+');
}
