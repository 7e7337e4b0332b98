import { describe, expect, test } from 'vitest';
import { detectCountry, formatInput, changeCountry, readPasted } from './phone-input.ts';

/** The field with its caret as `|`, after what the person did to `before`. */
function after(before: string, did: string, inputType: string, country: 'US' | 'DE' | null = 'US'): string {
  const caret = did.indexOf('|');
  const { text, caret: at } = formatInput(before, { value: did.replace('|', ''), caret, inputType }, country);
  return `${text.slice(0, at)}|${text.slice(at)}`;
}

describe('the caret of the phone field', () => {
  test.each([
    ['at the end', '(201) 555', '(201) 5550|', 'insertText', '(201) 555-0|'],
    ['in the middle', '(201) 555-0123', '(2901|) 555-0123', 'insertText', '2901|5550123'],
    [
      'behind a digit that moves a separator',
      '(201) 555-012',
      '(2901|) 555-012',
      'insertText',
      '(290) 1|55-5012',
    ],
    [
      'before the digit that was deleted',
      '(201) 555-0123',
      '(201) 5|5-0123',
      'deleteContentBackward',
      '(201) 5|50-123',
    ],
    ['at the start', '(201) 555-0123', '|01) 555-0123', 'deleteContentForward', '|(015) 550-123'],
    [
      'between digits of an international number',
      '+49 30 1234',
      '+49 370| 1234',
      'insertText',
      '+49 370| 1234',
    ],
  ])('stays %s', (_name, before, did, inputType, expected) => {
    const result = after(before, did, inputType);
    // The library decides where a digit is; how many are before the caret is ours.
    const digits = (text: string) => text.replace(/\D/g, '');
    expect(digits(result.split('|')[0] ?? '')).toBe(digits(expected.split('|')[0] ?? ''));
    expect(digits(result)).toBe(digits(expected));
  });

  test('deletes the next digit when a separator is deleted', () => {
    expect(after('(201) 555', '(201)|555', 'deleteContentBackward').replaceAll(/[^\d|]/g, '')).toBe('20|555');
    expect(after('(201) 555', '(201| 555', 'deleteContentForward').replaceAll(/[^\d|]/g, '')).toBe('201|55');
    expect(after('(201)', '(201|', 'deleteContentBackward')).toBe('20|');
  });

  test('stays before the first sign', () => {
    expect(after('+49 30', '|+49 30', 'insertText')).toBe('|+49 30');
  });
});

describe('a typed number', () => {
  test.each([
    ['0301234', 'DE', '030 1234'],
    ['+4930123', null, '+49 30 123'],
    ['２０１５５５', 'US', '(201) 555'],
    ['٢٠١٥٥٥', 'US', '(201) 555'],
  ] as const)('%s is formatted for %s', (value, country, expected) => {
    expect(formatInput('', { value, caret: value.length, inputType: '' }, country).text).toBe(expected);
  });

  test.each(['1-800-FLOWERS', 'tel:+12015550123', '(201) 555-0123 ext. 5', '201+555', '1'.repeat(300)])(
    'nothing of %s is dropped',
    (value) => {
      expect(formatInput('', { value, caret: 3, inputType: '' }, 'US')).toEqual({ text: value, caret: 3 });
    },
  );
});

test.each([
  ['', 'DE', 'DE'],
  ['030 1234', null, null],
  ['+4', 'DE', 'DE'],
  ['+7', 'DE', null],
  ['+44 20 7946 0958', 'DE', 'GB'],
  ['+44 20 79', 'DE', null],
  ['+44 20 79', 'GB', 'GB'],
  ['+43', 'DE', 'AT'],
  ['+1 416 555 0123', 'US', 'CA'],
  ['+800 1234 5678', 'DE', null],
] as const)('%s with %s chosen gives the country %s', (text, chosen, country) => {
  expect(detectCountry(text, chosen)).toBe(country);
});

test.each([
  ['+44 20 7946 0958', 'DE', '492079460958'],
  ['+1 20', 'DE', '4920'],
  ['+', 'DE', '49'],
  ['030 1234567', 'AT', '0301234567'],
] as const)('%s changes its country to %s', (text, to, digits) => {
  expect(changeCountry(text, to).replace(/\D/g, '')).toBe(digits);
});

test.each([
  ['tel:+1-201-555-0123', null, '+1 201 555 0123'],
  ['tel:555-0123;phone-context=+1201', 'DE', '+1 201 555 0123'],
  ['＋４９ ３０ １２３４５６７８', null, '+49 30 12345678'],
  ['  +44 (20) 7946 0958 ', 'US', '+44 20 7946 0958'],
  ['2015550123', 'US', '(201) 555-0123'],
  ['0049 30 12345678', 'DE', '030 12345678'],
  ['011 44 20 7946 0958', 'US', '+44 20 7946 0958'],
  ['2015550123', null, null],
  ['not a number', 'US', null],
] as const)('pasted %s with %s chosen is read as %s', (pasted, chosen, expected) => {
  expect(readPasted(pasted, chosen)).toBe(expected);
});
