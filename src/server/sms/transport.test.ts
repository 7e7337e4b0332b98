import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebhookReceiver } from '../../testing/webhooks/receiver.ts';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';
import { readOutbox } from '../development/mails/outbox.ts';
import { NO_BRAND } from '../settings/brand.ts';
import { codeText } from './code-text.ts';
import { SmsRefusedError } from './sms.ts';
import { createSmsTransport } from './transport.ts';

const SMS = { to: '+4915112345678', text: '123456 is your code' };
let dataDir: string;
let logged: string;
let answer: { status: number; headers?: Record<string, string>; body?: string };

const { received, port, close } = await startWebhookReceiver((response) =>
  response.writeHead(answer.status, answer.headers).end(answer.body),
);
afterAll(close);
const url = `http://127.0.0.1:${port}/send`;
const log = pino({}, { write: (line) => void (logged += line) });

beforeEach(() => {
  dataDir = folderOfTest();
  logged = '';
  received.length = 0;
  answer = { status: 202 };
});

const transportTo = (smsUrl: string | null, mode: 'development' | 'production' = 'development') => {
  const printed: string[] = [];
  const transport = createSmsTransport({ mode, smsUrl, dataDir }, log, (text) => printed.push(text));
  return { transport, printed };
};

describe('with a gateway', () => {
  it('posts the number and the text as JSON, and logs neither', async () => {
    await transportTo(url).transport.send(SMS);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(SMS);
    expect(received[0]?.headers.authorization).toBeUndefined();
    expect(logged).toContain('accepted');
    expect(logged).not.toMatch(/4915112345678|123456/);
  });

  it('sends the user name and password of the address as Basic authentication', async () => {
    await transportTo(url.replace('://', '://me:p%40ss@')).transport.send(SMS);
    const expected = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(received[0]?.headers.authorization).toBe(expected);
  });

  it('accepts an answer of any type', async () => {
    answer = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' };
    await expect(transportTo(url, 'production').transport.send(SMS)).resolves.toBeUndefined();
  });

  it.each([400, 401, 404, 422, 408, 429, 500, 503])(
    'throws an error for status %i, which is an SmsRefusedError unless another try may help',
    async (status) => {
      answer = { status };
      const sending = transportTo(url).transport.send(SMS);
      await expect(sending).rejects.toBeInstanceOf(Error);
      const error: unknown = await sending.catch((reason: unknown) => reason);
      expect(error instanceof SmsRefusedError).toBe(status < 500 && status !== 408 && status !== 429);
    },
  );

  it('follows no redirect', async () => {
    answer = { status: 307, headers: { location: url } };
    await expect(transportTo(url).transport.send(SMS)).rejects.toThrow('redirect');
    expect(received).toHaveLength(1);
  });

  it.each(['4915112345678', '+49 151 12345678', '+49151,+49152', '+4915112345678\n', '', '+0123'])(
    'sends nothing to a recipient that is not one number in E.164: %j',
    async (to) => {
      await expect(transportTo(url).transport.send({ ...SMS, to })).rejects.toBeInstanceOf(TypeError);
      expect(received).toEqual([]);
    },
  );
});

describe('without a gateway', () => {
  it('writes the message to the outbox and prints it in development', async () => {
    const { transport, printed } = transportTo(null);
    await transport.send(SMS);
    expect(await readOutbox(dataDir, 10)).toMatchObject([{ kind: 'sms', ...SMS }]);
    expect(printed.join('')).toContain(SMS.text);
    expect(logged).toBe('');
  });

  it('throws SmsRefusedError in production and writes nothing', async () => {
    const { transport, printed } = transportTo(null, 'production');
    await expect(transport.send(SMS)).rejects.toBeInstanceOf(SmsRefusedError);
    expect([await readOutbox(dataDir, 10), printed]).toEqual([[], []]);
  });
});

const CODE = {
  settings: { origin: 'https://accounts.example.com', brand: NO_BRAND },
  code: '042042',
  purpose: 'reauthenticate',
} as const;

it.each([
  ['en', '042042 is your code for accounts.example.com to verify that it is you.'],
  ['de', '042042 ist Ihr Code für accounts.example.com, um zu bestätigen, dass Sie es sind.'],
] as const)('writes one part of GSM characters with an origin-bound code, in %s', (locale, first) => {
  const text = codeText({ ...CODE, locale });
  expect(text.split('\n')[0]).toBe(first);
  expect(text.split('\n').at(-1)).toBe('@accounts.example.com #042042');
  // One part has 160 characters of GSM 03.38, but 70 with any other character.
  expect(text).toMatch(/^[A-Za-z0-9äöüß .,@#\n]{1,160}$/);
});

it('writes at most two parts of other characters, in Arabic, without characters that phones show as boxes', () => {
  const text = codeText({ ...CODE, locale: 'ar' });
  expect(text).toMatch(/^042042 .*accounts\.example\.com/);
  expect(text.split('\n').at(-1)).toBe('@accounts.example.com #042042');
  // A part of several has 67 characters of UCS-2.
  expect(text.length).toBeLessThanOrEqual(2 * 67);
  expect(text).not.toMatch(/[\u2066-\u2069]/);
});

it('writes the words of the brand', () => {
  const brand = { ...NO_BRAND, mails: { en: { sms: { code: 'Harbour Bank: {0}, {2}.' } } } };
  const text = codeText({
    ...CODE,
    settings: { ...CODE.settings, brand },
    purpose: 'sign-in',
    locale: 'en',
  });
  expect(text.split('\n')[0]).toBe('Harbour Bank: 042042, to sign in.');
});
