import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDevice } from './device.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

test.for([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36`, 'Chrome', 'Windows', 'desktop'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/142.0.0.0`,
    'Microsoft Edge',
    'Windows',
    'desktop',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux', 'desktop'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
    'Safari',
    'macOS',
    'desktop',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iOS',
    'phone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) ${WEBKIT} Version/17.6 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iOS',
    'tablet',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Mobile Safari/537.36`, 'Chrome', 'Android', 'phone'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Safari/537.36`, 'Chrome', 'Android', 'tablet'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`, 'Chrome', 'Chrome OS', 'desktop'],
  ['curl/8.5.0', 'curl', null, 'script'],
  ['node', 'node', null, 'script'],
  ['python-requests/2.32.3', 'python-requests', null, 'script'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot', null, 'script'],
  ['Mozilla/5.0', null, null, 'unknown'],
  ['', null, null, 'unknown'],
  [null, null, null, 'unknown'],
] as const)('%s', ([userAgent, browser, system, kind]) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system, kind });
});

test('a user agent cannot put its own text on the page', () => {
  const written = 'Your account is blocked, call +1 555 0100/1 (X11; Linux x86_64) Gecko/1 Surely/1 x';
  expect(describeDevice(written)).toEqual({ browser: null, system: 'Linux', kind: 'desktop' });
});

test('reads only the start of a long header and accepts any text', () => {
  expect(describeDevice(`${'x'.repeat(100_000)} Firefox/145.0`).browser).toBeNull();
  const parts = fc.constantFrom(
    'Mozilla/',
    '(',
    ' ',
    'android ',
    'version/',
    'Nokia ',
    '0',
    '.',
    '_',
    ';',
    '\t',
    '💣',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 400 }), (text) => {
      expect(describeDevice(text.join('')).kind).toBeTypeOf('string');
    }),
  );
});
