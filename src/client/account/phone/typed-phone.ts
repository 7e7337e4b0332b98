import {
  formatAsTyped,
  parsePhone,
  phoneCountries,
  type CountryCode,
  type ParsedPhone,
} from '../../../shared/phone.ts';
import { PHONE_INPUT_MAX_LENGTH } from '../../../shared/limits.ts';

/** What the field holds, and where its caret stands. */
export interface Entry {
  readonly text: string;
  readonly caret: number;
}

/** What a person just did to the field, as its `input` event tells it. */
export interface Typed {
  readonly value: string;
  readonly caret: number;
  /** Of the Input Events specification; empty where a browser does not say. */
  readonly inputType: string;
}

const CALLING_CODES = new Map(phoneCountries().map(({ country, callingCode }) => [country, callingCode]));

/** What makes up a number; everything else is there to be read more easily. */
const SIGN = /[\p{Nd}+＋]/gu;
/** Digits and separators. Formatting text with anything else in it would drop that without a word. */
const PLAIN = /^[\p{Nd}+\s()./\-‐-―]*$/u;

/**
 * The number in its country's way after a keystroke. The caret stays behind as many digits as were before it; deleting a separator
 * deletes the digit beyond it, which the formatting would otherwise make impossible to pass.
 */
export function followTyping(before: string, typed: Typed, country: CountryCode | null): Entry {
  const { value, caret } = withoutDigitBeyond(before, typed);
  const text = formatted(value, country);
  if (text === value) return { text, caret };
  if (caret >= value.length) return { text, caret: text.length };
  return { text, caret: positionAfter(text, countSigns(value.slice(0, caret))) };
}

function formatted(value: string, country: CountryCode | null): string {
  const plain = value.normalize('NFKC');
  if (plain.length > PHONE_INPUT_MAX_LENGTH || !PLAIN.test(plain)) return value;
  const { text } = formatAsTyped(plain, country ?? undefined);
  return countSigns(text) === countSigns(plain) ? text : value;
}

function withoutDigitBeyond(before: string, { value, caret, inputType }: Typed): Omit<Typed, 'inputType'> {
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

/** The offset behind the `count`th sign. */
function positionAfter(text: string, count: number): number {
  if (count === 0) return 0;
  const sign = [...text.matchAll(SIGN)][count - 1];
  return sign ? sign.index + sign[0].length : text.length;
}

/** Reads what the field holds; a country that is not chosen is not guessed. */
export function readPhone(text: string, country: CountryCode | null): ParsedPhone {
  return parsePhone(text, country ?? undefined);
}

/**
 * The country that the field's text speaks of: the number's own, as far as it can be told yet, else the chosen one. `null` while an
 * international number may belong to several.
 */
export function countryIn(text: string, chosen: CountryCode | null): CountryCode | null {
  const parsed = readPhone(text, chosen);
  if (parsed.ok) return parsed.phone.country;
  if (!isInternational(text)) return chosen;
  const { country } = formatAsTyped(text.normalize('NFKC'));
  if (country) return country;
  const digits = digitsOf(text);
  if (chosen && agree(digits, CALLING_CODES.get(chosen) ?? '')) return chosen;
  const [only, another] = [...CALLING_CODES].filter(([, callingCode]) => digits.startsWith(callingCode));
  return only && !another ? only[0] : null;
}

/** The text once another country is chosen: an international number gets its calling code, a national one is written in its way. */
export function inCountry(text: string, to: CountryCode): string {
  if (!isInternational(text)) return formatted(text, to);
  const digits = digitsOf(text);
  // No calling code begins like another one.
  const old = [...CALLING_CODES.values()].find((callingCode) => digits.startsWith(callingCode)) ?? digits;
  return formatted(`+${CALLING_CODES.get(to) ?? ''}${digits.slice(old.length)}`, to);
}

/** What a pasted text becomes when it is a whole number in any spelling; `null` when it is not. */
export function readPasted(pasted: string, chosen: CountryCode | null): string | null {
  const parsed = readPhone(pasted, chosen);
  if (!parsed.ok) return null;
  const { phone } = parsed;
  const isAtHome = phone.country !== null && phone.country === chosen && !/[+＋]/.test(pasted);
  return isAtHome ? phone.national : phone.international;
}

function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

/** As far as both go. */
function agree(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

function isInternational(text: string): boolean {
  return text.normalize('NFKC').trimStart().startsWith('+');
}
