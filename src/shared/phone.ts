import {
  AsYouType,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  ParseError,
  parsePhoneNumberWithError,
  validatePhoneNumberLength,
  type CountryCode,
  type PhoneNumber as LibraryNumber,
} from 'libphonenumber-js/min';
import type { ErrorCode } from './errors/catalogue.ts';
import { PHONE_INPUT_MAX_LENGTH } from './limits.ts';

/** The digits after the calling code, and those of the calling code. */
const PHONE_MIN_DIGITS = 2;
const PHONE_MAX_DIGITS = 17;
const PHONE_CALLING_CODE_MAX_DIGITS = 3;

export type { CountryCode };

export type PhoneFault = Extract<
  ErrorCode,
  'PHONE_TOO_SHORT' | 'PHONE_TOO_LONG' | 'PHONE_NOT_A_NUMBER' | 'PHONE_INVALID_COUNTRY'
>;

export interface Phone {
  /** E.164: `+` and at most 15 digits. */
  readonly e164: string;
  /** ISO 3166-1 alpha-2; `null` for numbers without a country, such as `+800`. */
  readonly country: CountryCode | null;
  readonly callingCode: string;
  readonly nationalNumber: string;
  readonly national: string;
  readonly international: string;
  /** An extension is no part of E.164. */
  readonly extension: string | null;
}

export type ParsedPhone =
  | { readonly ok: true; readonly phone: Phone }
  | { readonly ok: false; readonly fault: PhoneFault };

const LIBRARY_FAULTS: Readonly<Record<string, PhoneFault>> = {
  TOO_SHORT: 'PHONE_TOO_SHORT',
  TOO_LONG: 'PHONE_TOO_LONG',
  NOT_A_NUMBER: 'PHONE_NOT_A_NUMBER',
  INVALID_COUNTRY: 'PHONE_INVALID_COUNTRY',
  // A length between two valid lengths of the country.
  INVALID_LENGTH: 'PHONE_NOT_A_NUMBER',
};

/**
 * International, or national with a country; with separators, full-width or Arabic-Indic digits, an
 * extension, or as a `tel:` URI (RFC 3966). The whole text must be the number.
 */
export function parsePhone(input: string, country?: string): ParsedPhone {
  if (input.length > PHONE_INPUT_MAX_LENGTH) return { ok: false, fault: 'PHONE_TOO_LONG' };
  if (country !== undefined && !isSupportedCountry(country))
    return { ok: false, fault: 'PHONE_INVALID_COUNTRY' };
  const text = toReadableText(input);
  const options = { ...(country === undefined ? {} : { defaultCountry: country }), extract: false };
  let number: LibraryNumber;
  try {
    number = parsePhoneNumberWithError(text, options);
  } catch (error) {
    if (error instanceof ParseError) return { ok: false, fault: faultOf(error.message) };
    throw error;
  }
  const fault = findFault(number);
  return fault ? { ok: false, fault } : { ok: true, phone: toPhone(number) };
}

function findFault(number: LibraryNumber): PhoneFault | null {
  const digits = number.nationalNumber.length;
  if (digits < PHONE_MIN_DIGITS) return 'PHONE_TOO_SHORT';
  if (digits > PHONE_MAX_DIGITS) return 'PHONE_TOO_LONG';
  if (number.countryCallingCode.length > PHONE_CALLING_CODE_MAX_DIGITS) return 'PHONE_INVALID_COUNTRY';
  const length = validatePhoneNumberLength(number.number);
  if (length !== undefined) return faultOf(length);
  // A valid national number may have an invalid international form.
  const international = parsePhoneNumberWithError(number.number, { extract: false });
  return international.isValid() && international.number === number.number ? null : 'PHONE_NOT_A_NUMBER';
}

function faultOf(library: string): PhoneFault {
  return LIBRARY_FAULTS[library] ?? 'PHONE_NOT_A_NUMBER';
}

function toPhone(number: LibraryNumber): Phone {
  return {
    e164: number.number,
    country: number.country ?? null,
    callingCode: number.countryCallingCode,
    nationalNumber: number.nationalNumber,
    national: number.formatNational(),
    international: number.formatInternational(),
    extension: number.ext ?? null,
  };
}

/** The library reads neither full-width characters nor the `;ext=` of a `tel:` URI. */
function toReadableText(input: string): string {
  const text = input.normalize('NFKC').trim();
  if (!/^tel:/i.test(text)) return text;
  const [number = '', ...parameters] = text.slice('tel:'.length).split(';');
  const values = new Map(
    parameters.map((parameter) => [parameter.split('=')[0]?.toLowerCase(), parameter.split('=')[1]]),
  );
  const context = values.get('phone-context');
  const completeNumber =
    context?.startsWith('+') === true && !number.startsWith('+') ? context + number : number;
  const extension = values.get('ext');
  return extension === undefined ? completeNumber : `${completeNumber} ext. ${extension}`;
}

/** The text itself if it is not a (valid) number. */
export function formatE164(e164: string): string {
  const parsed = parsePhone(e164);
  return parsed.ok ? parsed.phone.international : e164;
}

/** The number may be incomplete. `country` is the default without `+`. */
export function formatAsTyped(
  input: string,
  country?: CountryCode,
): { text: string; country: CountryCode | null } {
  const typed = input.slice(0, PHONE_INPUT_MAX_LENGTH);
  try {
    const formatter = new AsYouType(country);
    const text = formatter.input(typed);
    return { text, country: formatter.getCountry() ?? country ?? null };
  } catch {
    // libphonenumber-js 1.13 throws a TypeError here, such as for "08" in Samoa.
    return { text: typed, country: country ?? null };
  }
}

export function phoneCountries(): { readonly country: CountryCode; readonly callingCode: string }[] {
  return getCountries().map((country) => ({ country, callingCode: getCountryCallingCode(country) }));
}
