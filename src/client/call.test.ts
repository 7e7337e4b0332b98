import { expect, test, vi } from 'vitest';
import { aChallenge } from '../testing/sign-in/challenges.ts';
import { aSession } from '../testing/client/answers.ts';
import { CallError, createCaller, type CallOptions } from './call.ts';
import type { Report } from './error-reports.ts';

const SESSION = aSession();
const LINK_REQUEST = { email: 'ada@example.com', callbackUrl: '/account' };
const PROOF = { 'x-proof': 'solved' };

type Sent = Parameters<NonNullable<CallOptions['fetch']>>;

function callerWith(answers: readonly (() => Response)[], options: Partial<CallOptions> = {}) {
  const sent: Sent[] = [];
  const reports: Parameters<Report>[0][] = [];
  const caller = createCaller({
    fetch: async (...request) => {
      const answer = answers[sent.push(request) - 1];
      if (!answer) throw new TypeError('Failed to fetch');
      return answer();
    },
    report: (sentReport) => void reports.push(sentReport),
    ...options,
  });
  return { caller, sent, reports };
}

const success = (data: unknown) => () => Response.json({ result: { data } });
const refusal = (data: unknown) => () =>
  Response.json({ error: { message: 'refused', code: -32_603, data } }, { status: 429 });
const inAFlood = refusal({ appCode: 'PROOF_OF_WORK_REQUIRED', challenge: aChallenge() });

async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const failure = await call.catch((error: unknown) => error);
  if (!(failure instanceof CallError)) throw new Error('the call did not fail with a CallError');
  return failure;
}

test('a query without input is a GET request and returns the data of the answer', async () => {
  const { caller, sent } = callerWith([success(SESSION)]);
  expect(await caller.query('session.get')).toEqual(SESSION);
  expect(sent).toEqual([['/trpc/session.get', {}]]);
});

test('a query sends its input in the address', async () => {
  const { caller, sent } = callerWith([success(null)]);
  expect(await caller.query('providers.discover', { email: 'ada+1@example.com' })).toBeNull();
  const url = new URL(sent[0]?.[0] ?? '', location.origin);
  expect(url.pathname).toBe('/trpc/providers.discover');
  expect(JSON.parse(url.searchParams.get('input') ?? '')).toEqual({ email: 'ada+1@example.com' });
});

test('a mutation posts its input as JSON', async () => {
  const { caller, sent } = callerWith([success({ email: 'ada@example.com', resendAfter: 30 })]);
  await caller.mutate('session.requestLink', LINK_REQUEST);
  expect(sent).toEqual([
    [
      '/trpc/session.requestLink',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(LINK_REQUEST),
      },
    ],
  ]);
});

test('a refused call fails with the data of the error', async () => {
  const data = { appCode: 'RATE_LIMITED', requestId: 'request-1', retryAfter: 60 };
  const { caller, sent, reports } = callerWith([refusal(data)]);
  const failure = await failureOf(caller.mutate('session.requestLink', LINK_REQUEST));
  expect(failure.data).toEqual(data);
  expect(sent).toHaveLength(1);
  expect(reports).toEqual([]);
});

test('a network failure fails without data and names its cause', async () => {
  const failure = await failureOf(callerWith([]).caller.query('session.get'));
  expect(failure.data).toBeUndefined();
  expect(failure.cause).toBeInstanceOf(TypeError);
});

test('an answer without JSON fails without data and is reported with its status', async () => {
  const gateway = () =>
    new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
  const { caller, reports } = callerWith([gateway]);
  expect((await failureOf(caller.query('session.get'))).data).toBeUndefined();
  expect(reports).toEqual([
    {
      code: 'UNAVAILABLE',
      message: 'a procedure was answered with something else than JSON, status 502',
      path: '/',
    },
  ]);
});

test.each([null, {}, 'text'])('JSON that is no answer of tRPC fails without data: %j', async (body) => {
  const { caller } = callerWith([() => Response.json(body)]);
  expect((await failureOf(caller.query('session.get'))).data).toBeUndefined();
});

test('a challenge is solved once, and the same call is repeated with the proof', async () => {
  const checkBrowser = vi.fn(() => Promise.resolve(PROOF));
  const { caller, sent } = callerWith([inAFlood, success({ session: SESSION })], { checkBrowser });
  expect(await caller.mutate('password.signIn', { email: 'ada@example.com', password: 'p' })).toEqual({
    session: SESSION,
  });
  expect(checkBrowser).toHaveBeenCalledExactlyOnceWith(aChallenge());
  const [first, second] = sent;
  expect(second).toEqual([
    first?.[0],
    { ...first?.[1], headers: { 'content-type': 'application/json', ...PROOF } },
  ]);
  expect(sent).toHaveLength(2);
});

test('a second challenge is the failure of the call', async () => {
  const checkBrowser = vi.fn(() => Promise.resolve(PROOF));
  const { caller, sent } = callerWith([inAFlood, inAFlood], { checkBrowser });
  const failure = await failureOf(caller.mutate('session.requestLink', LINK_REQUEST));
  expect(failure.data).toMatchObject({ appCode: 'PROOF_OF_WORK_REQUIRED' });
  expect(checkBrowser).toHaveBeenCalledTimes(1);
  expect(sent).toHaveLength(2);
});

test('a challenge that the browser cannot solve leaves the refusal', async () => {
  const { caller, sent } = callerWith([inAFlood], {
    checkBrowser: () => Promise.reject(new Error('no workers')),
  });
  const failure = await failureOf(caller.mutate('session.requestLink', LINK_REQUEST));
  expect(failure.data).toMatchObject({ appCode: 'PROOF_OF_WORK_REQUIRED' });
  expect(sent).toHaveLength(1);
});

test('an aborted query fails and stops its request', async () => {
  const controller = new AbortController();
  let signal: AbortSignal | null | undefined;
  const { caller } = callerWith([], {
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        ({ signal } = init);
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  });
  const query = caller.query('providers.discover', { email: 'ada@example.com' }, controller.signal);
  controller.abort();
  const failure = await failureOf(query);
  expect(signal?.aborted).toBe(true);
  expect(failure.cause).toMatchObject({ name: 'AbortError' });
});
