import * as fc from 'fast-check';
import { getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { PHONE_INPUT_MAX_LENGTH } from './limits.ts';
import { formatAsTyped, parsePhone, phoneCountries, type Phone } from './phone.ts';

function accepted(input: string, country?: string): Phone {
  const parsed = parsePhone(input, country);
  if (!parsed.ok) throw new Error(`${input}: ${parsed.fault}`);
  return parsed.phone;
}

const COUNTRIES = phoneCountries().map(({ country }) => country);

describe('a number', () => {
  it.each<[string, string | undefined]>([
    ['+12133734253', undefined],
    ['213 373 4253', 'US'],
    ['+1 (213) 373.42-53', undefined],
    ['00 1 213 373 4253', 'DE'],
    ['＋１ ２１３ ３７３ ４２５３', undefined],
    ['+١٢١٣٣٧٣٤٢٥٣', undefined],
    ['tel:+1-213-373-4253', undefined],
    ['tel:213-373-4253;phone-context=+1', undefined],
    ['  +1 213 373 4253\u00a0', undefined],
  ])('%j is read as +12133734253', (input, country) => {
    expect(accepted(input, country)).toEqual({
      e164: '+12133734253',
      country: 'US',
      callingCode: '1',
      nationalNumber: '2133734253',
      national: '(213) 373-4253',
      international: '+1 213 373 4253',
      extension: null,
    });
  });

  it.each(['+1 213 373 4253 ext. 123', '+1 213 373 4253 x123', 'tel:+1-213-373-4253;ext=123'])(
    '%j has an extension, which is no part of it',
    (input) => {
      expect(accepted(input)).toMatchObject({ e164: '+12133734253', extension: '123' });
    },
  );

  it.each<[string, string | undefined, string]>([
    ['1', 'US', 'PHONE_TOO_SHORT'],
    ['12', 'US', 'PHONE_TOO_SHORT'],
    ['+1 213 373', undefined, 'PHONE_TOO_SHORT'],
    ['+1 213 373 4253 12345678', undefined, 'PHONE_TOO_LONG'],
    [`+1${'2'.repeat(18)}`, undefined, 'PHONE_TOO_LONG'],
    ['1'.repeat(PHONE_INPUT_MAX_LENGTH + 1), 'US', 'PHONE_TOO_LONG'],
    ['', 'US', 'PHONE_NOT_A_NUMBER'],
    ['+', 'US', 'PHONE_NOT_A_NUMBER'],
    ['call me', 'US', 'PHONE_NOT_A_NUMBER'],
    ['1-800-FLOWERS', 'US', 'PHONE_NOT_A_NUMBER'],
    ['my number is +12133734253', undefined, 'PHONE_NOT_A_NUMBER'],
    ['+1 113 373 4253', undefined, 'PHONE_NOT_A_NUMBER'],
    ['213 373 4253', undefined, 'PHONE_INVALID_COUNTRY'],
    ['+999 123 456 789', undefined, 'PHONE_INVALID_COUNTRY'],
    ['213 373 4253', 'XX', 'PHONE_INVALID_COUNTRY'],
    ['213 373 4253', '__proto__', 'PHONE_INVALID_COUNTRY'],
  ])('%j in %s is refused: %s', (input, country, fault) => {
    expect(parsePhone(input, country)).toEqual({ ok: false, fault });
  });
});

describe('every country of the metadata', () => {
  it('has a calling code of at most three digits', () => {
    expect(COUNTRIES.length).toBeGreaterThan(240);
    expect(phoneCountries().filter(({ callingCode }) => !/^[1-9]\d{0,2}$/.test(callingCode))).toEqual([]);
  });

  it.each(COUNTRIES)('%s: reads the library’s example number in every format', (country) => {
    const example = getExampleNumber(country, examples);
    if (!example) throw new Error(`no example for ${country}`);
    const phone = accepted(example.number);
    expect(phone).toMatchObject({ e164: example.number, callingCode: example.countryCallingCode });
    const { international, e164 } = phone;
    for (const form of [international, example.formatInternational(), example.getURI(), `\t${e164} `])
      expect(accepted(form).e164).toBe(example.number);
    expect(accepted(example.formatNational(), country).e164).toBe(example.number);
  });
});

describe('properties', () => {
  const country = fc.constantFrom(...COUNTRIES);
  const digits = fc.stringMatching(/^\d{1,20}$/);

  it('parses an accepted number’s E.164 and other formats to the same number', () => {
    let seen = 0;
    fc.assert(
      fc.property(country, digits, fc.boolean(), (where, text, international) => {
        const parsed = parsePhone(international ? `+${text}` : text, where);
        if (!parsed.ok) return;
        seen++;
        const { e164, international: written } = parsed.phone;
        expect(e164).toMatch(/^\+[1-9]\d{3,16}$/);
        expect(accepted(e164).e164).toBe(e164);
        expect(accepted(written).e164).toBe(e164);
      }),
      { numRuns: 2000 },
    );
    expect(seen).toBeGreaterThan(40);
  });

  it('never throws and refuses a long text before parsing', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(texts, fc.option(country, { nil: undefined }), (text, where) => {
        const parsed = parsePhone(text, where);
        if (text.length > PHONE_INPUT_MAX_LENGTH)
          expect(parsed).toEqual({ ok: false, fault: 'PHONE_TOO_LONG' });
        else expect(parsed.ok).toBeTypeOf('boolean');
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps every digit during typing', () => {
    fc.assert(
      fc.property(country, digits, (where, text) => {
        expect(formatAsTyped(text, where).text.replace(/\D/g, '')).toBe(text);
      }),
      // libphonenumber-js throws here.
      { numRuns: 1000, examples: [['WS', '08']] },
    );
  });
});
