import { describe, expect, it } from 'vitest';
import { createLogger, describeError, logRequest, redact } from './log.ts';

const TOKEN = 'dGhpcyBpcyBub3QgYSB0b2tlbiAxMjM0NTY3ODk';

function openLog() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, log: createLogger({ logLevel: 'info' }, { write }) };
}

describe('an error in the log', () => {
  it('has the type, code, message and stack of the error and of its causes', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const fetched = new TypeError('fetch failed', { cause: refused });
    const wrapped = new Error('Read more', {
      cause: { err: fetched, provider: 'x', params: { code: TOKEN } },
    });
    const described = describeError(wrapped);
    expect(described).toMatchObject({
      type: 'Error',
      message: 'Read more',
      stack: expect.stringMatching(/^\s+at /),
      cause: { type: 'TypeError', cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' } },
    });
    expect(JSON.stringify(described)).not.toContain(TOKEN);
  });

  it('has no other property of the error, such as a body, parameters or a document', () => {
    const error = Object.assign(new Error('refused'), {
      response: { access_token: TOKEN },
      body: `code=${TOKEN}`,
      errInfo: { failingDocument: { sessionToken: TOKEN } },
      cause: { params: { state: TOKEN } },
    });
    expect(JSON.stringify(describeError(error))).not.toContain(TOKEN);
    expect(Object.keys(describeError(error))).toEqual(['type', 'message', 'stack']);
  });

  it('does not quote invalid JSON', () => {
    let caught: unknown;
    try {
      JSON.parse('access_token=secret');
    } catch (error) {
      caught = error;
    }
    expect(describeError(caught).message).not.toMatch(/access|secret/);
  });

  it('is bounded for circular causes and for values that are no errors', () => {
    const circle = new Error('round');
    circle.cause = circle;
    expect(JSON.stringify(describeError(circle)).length).toBeLessThan(20_000);
    expect(describeError(TOKEN)).toEqual({
      type: 'string',
      message: 'something that is no error was thrown',
    });
  });

  it('has the same form in child loggers', () => {
    const { lines, log } = openLog();
    log.child({}).error({ err: Object.assign(new Error('x'), { token: TOKEN }) }, 'failed');
    expect(lines).toMatchObject([{ err: { message: 'x' } }]);
    expect(JSON.stringify(lines)).not.toContain(TOKEN);
  });
});

it.each([
  [`no answer from https://id.test/cb?code=${TOKEN}&state=1 yet`, 'no answer from https://id.test/cb?… yet'],
  [`Bearer ${TOKEN}`, 'Bearer …'],
  [`eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.${TOKEN}`, '…'],
  [
    'E11000 duplicate key error index: email dup key: { email: "a@b.c" }',
    'E11000 duplicate key error index: email dup key: {…}',
  ],
  ['no mail to ada@example.com, ada.b+c@münchen.example', 'no mail to …, …'],
  ['+4915112345678 is not reached', '… is not reached'],
  ['MongoServerSelectionError: connection refused', 'MongoServerSelectionError: connection refused'],
  [
    'identity provider calls need https: http://id.test',
    'identity provider calls need https: http://id.test',
  ],
])('a sentence %.50s loses only its secrets', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

describe('a long sentence', () => {
  it.each(['ada@example.com', 'ada%40example.com', '+4915112345678', TOKEN])(
    'loses %s also where it is cut',
    (secret) => {
      for (let kept = 1; kept <= secret.length; kept++) {
        const before = 'no mail to '.repeat(50).slice(0, 499 - kept) + ' ';
        expect(redact(`${before}${secret} and more`)).toBe(`${before}…`);
      }
    },
  );
});

describe('LOG_REQUESTS', () => {
  const answered = (logRequests: 'all' | 'errors' | 'sample') => {
    const { lines, log } = openLog();
    const settings = { logRequests };
    for (const status of [200, 404, 500, 503, null])
      for (let id = 0; id < 200; id++) {
        const requestId = `${id.toString(16).padStart(8, '0')}-aaaa`;
        logRequest({ log, settings }, { requestId, method: 'GET', path: '/', status, ms: 1 });
      }
    for (const path of ['/healthz', '/readyz'])
      logRequest({ log, settings }, { requestId: '00000000', method: 'GET', path, status: 503, ms: 1 });
    return lines;
  };
  const statusesOf = (lines: Record<string, unknown>[]) => new Set(lines.map(({ status }) => status));

  it('all: every request has a line, except health checks', () => {
    expect(answered('all')).toHaveLength(1000);
  });

  it('the path of an unknown caller is logged without an address', () => {
    const { lines, log } = openLog();
    const settings = { logRequests: 'all' } as const;
    for (const path of ['/to/ada@example.com', '/to/ada%40example.com/x'])
      logRequest({ log, settings }, { requestId: '1', method: 'GET', path, status: 404, ms: 1 });
    expect(lines.map(({ path }) => path)).toEqual(['/to/…', '/to/…/x']);
  });

  it('errors: answers of 500 and more have a line', () => {
    const lines = answered('errors');
    expect(lines).toHaveLength(400);
    expect(statusesOf(lines)).toEqual(new Set([500, 503]));
  });

  it('sample: so have one of a hundred others, and they say so', () => {
    const lines = answered('sample');
    const sampled = lines.filter((line) => line['sampled'] === 100);
    expect(lines).toHaveLength(400 + 6);
    expect(sampled).toHaveLength(6);
    expect(statusesOf(sampled)).toEqual(new Set([200, 404, null]));
  });
});
