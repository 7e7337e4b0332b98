import type { ServerResponse } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { listen } from '../../testing/run/listen.ts';
import { NASTY_ANSWERS, type NastyAnswer } from '../../testing/faults/nasty-answers.ts';
import { faultOf, resolvingTo } from '../../testing/faults/outgoing-calls.ts';
import { kindOfAddress, type Resolve } from './addresses.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { OutgoingCallFault } from './outgoing-call-error.ts';
import { createTransport } from './transport.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const PNG_TYPE = { 'content-type': 'image/png' };

/** By path. */
const ANSWERS: Record<string, (response: ServerResponse) => unknown> = {
  good: (response) => response.writeHead(200, JSON_TYPE).end('{"good":true}'),
  empty: (response) => response.writeHead(200).end(),
  'json-500': (response) => response.writeHead(500, JSON_TYPE).end('{"error":"server_error"}'),
  picture: (response) => response.writeHead(200, PNG_TYPE).end(Buffer.alloc(2000)),
  'picture-too-large': (response) => response.writeHead(200, PNG_TYPE).end(Buffer.alloc(2001)),
  'picture-drips': (response) => {
    response.writeHead(200, PNG_TYPE);
    const drip = setInterval(() => response.write('\x89'), 50);
    response.on('close', () => clearInterval(drip));
  },
  ...NASTY_ANSWERS,
};

let connections = 0;
let requests: string[] = [];
const { server, port, close } = await listen((request, response) => {
  const path = request.url ?? '';
  requests.push(path);
  ANSWERS[path.slice(1)]?.(response);
});
server.on('connection', () => connections++);
afterAll(close);

const here = resolvingTo('127.0.0.1');
/** For answers that must come, also on a busy machine. */
const PATIENT_MS = 30_000;
/** For answers that never come. */
const IMPATIENT = { timeoutMs: 400 };
const guarded = (options: Partial<Parameters<typeof createGuardedFetch>[0]> = {}) =>
  createGuardedFetch({ allowLoopback: true, resolve: here, timeoutMs: PATIENT_MS, ...options });

describe('a call to a provider (security.md 29)', () => {
  it('returns the answer of a working provider', async () => {
    const answer = await guarded()(`http://localhost:${port}/good`);
    expect([answer.status, await answer.json()]).toEqual([200, { good: true }]);
  });

  it('passes on an error in JSON and an answer without a body', async () => {
    expect((await guarded()(`http://localhost:${port}/json-500`)).status).toBe(500);
    expect(await (await guarded()(`http://localhost:${port}/empty`)).text()).toBe('');
  });

  it.each<[NastyAnswer, OutgoingCallFault]>([
    ['hangs', 'timeout'],
    ['hangs-in-body', 'timeout'],
    ['drips', 'timeout'],
    ['html', 'content-type'],
    ['html-500', 'content-type'],
    ['untyped', 'content-type'],
    ['script', 'content-type'],
    ['huge', 'too-large'],
    ['huge-unsaid', 'too-large'],
    ['bomb', 'too-large'],
    ['to-private', 'redirect'],
    ['to-itself', 'redirect'],
    ['cut', 'network'],
  ])('fails for an answer that is "%s" with the fault %s', async (name, fault) => {
    const path = `/${name}`;
    requests = [];
    const send = guarded(fault === 'timeout' ? IMPATIENT : {});
    expect(await faultOf(send(`http://localhost:${port}${path}`))).toBe(fault);
    expect(requests).toEqual([path]);
  });

  it('accepts only the other type that is asked for, with the same bounds', async () => {
    const answers = { maxBytes: 2000, acceptsType: (type: string) => type === 'image/png' };
    const send = (path: string, options = {}) =>
      guarded({ answers, ...options })(`http://localhost:${port}/${path}`);
    const answer = await send('picture');
    expect([answer.headers.get('content-type'), (await answer.arrayBuffer()).byteLength]).toEqual([
      'image/png',
      2000,
    ]);
    expect(await faultOf(send('picture-too-large'))).toBe('too-large');
    expect(await faultOf(send('picture-drips', IMPATIENT))).toBe('timeout');
    expect(await faultOf(send('good'))).toBe('content-type');
    expect(await faultOf(send('html'))).toBe('content-type');
    expect(await faultOf(send('to-private'))).toBe('redirect');
  });

  it('reuses its connection', async () => {
    const fetchKept = guarded();
    const before = connections;
    for (let i = 0; i < 5; i++) await (await fetchKept(`http://localhost:${port}/good`)).text();
    // The pool may open a second one while the first is being put back.
    expect(connections - before).toBeLessThanOrEqual(2);
  });

  it('does not wait for another provider that hangs', async () => {
    const send = guarded();
    const abort = new AbortController();
    const hanging = Array.from({ length: 40 }, () =>
      send(`http://127.0.0.1:${port}/hangs`, { signal: abort.signal }).catch(() => 'ended'),
    );
    expect((await send(`http://localhost:${port}/good`)).status).toBe(200);
    abort.abort();
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(['ended']));
  });

  it('ends with a timeout when the look-up of the name hangs', async () => {
    const never: Resolve = () => new Promise(() => {});
    expect(await faultOf(guarded({ resolve: never, ...IMPATIENT })(`http://localhost:${port}/good`))).toBe(
      'timeout',
    );
  });
});

describe('the address of a call (security.md 29)', () => {
  it.each([
    'http://example.test/',
    'ftp://localhost/',
    'http://127.0.0.1.example.test/',
    'http://localhost.example.test/',
    'http://10.0.0.1/',
  ])('is refused as insecure without https: %s', async (url) => {
    expect(await faultOf(guarded()(url))).toBe('insecure');
  });

  it('is refused with a user name and password', async () => {
    expect(await faultOf(guarded()('https://user:secret@example.test/'))).toBe('insecure');
  });

  // Node's URL parser turns the short and the octal forms into four numbers.
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://localhost/',
    'https://[::1]/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://10.1.2.3/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://192.88.99.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
  ])('is refused in production before a connection is made: %s', async (url) => {
    const send = createGuardedFetch({ allowLoopback: false, fetch: () => Promise.reject(new Error('sent')) });
    expect(await faultOf(send(url))).toBe('address');
  });

  it('may be this machine outside production, but no other special address', async () => {
    const send = createGuardedFetch({ allowLoopback: true, fetch: () => Promise.resolve(Response.json({})) });
    await expect(send('https://127.0.0.1/')).resolves.toMatchObject({ status: 200 });
    await expect(send('https://[::1]/')).resolves.toMatchObject({ status: 200 });
    expect(await faultOf(send('https://192.168.0.1/'))).toBe('address');
  });

  it('may be special and http, with any type of answer, only when the operator chose it', async () => {
    const text = () => Promise.resolve(new Response('OK', { headers: { 'content-type': 'text/plain' } }));
    const options = { allowLoopback: false, fetch: text };
    const chosen = createGuardedFetch({ ...options, chosenByOperator: true });
    expect(await (await chosen('http://192.168.0.1/')).text()).toBe('OK');
    expect(await faultOf(createGuardedFetch(options)('http://192.168.0.1/'))).toBe('insecure');
    const byName = { allowLoopback: false, resolve: here, timeoutMs: PATIENT_MS };
    const url = `http://localhost:${port}/good`;
    expect((await createGuardedFetch({ ...byName, chosenByOperator: true })(url)).status).toBe(200);
    expect(await faultOf(createGuardedFetch(byName)(url.replace('http:', 'https:')))).toBe('address');
  });

  it('may be public', () => {
    const addresses = ['8.8.8.8', '193.0.6.139', '2606:4700::1111', '2a00:1450:4001::200e'];
    expect(addresses.map(kindOfAddress)).toEqual(addresses.map(() => 'public'));
  });

  it.each([
    ['a private address', ['10.0.0.7']],
    ['a public and a private one', ['8.8.8.8', '10.0.0.7']],
    ['a mapped one', ['::ffff:127.0.0.1']],
    ['none', []],
  ])('is refused for a name that resolves to %s', async (_what, addresses) => {
    const before = connections;
    const send = guarded({ resolve: resolvingTo(...addresses) });
    expect(await faultOf(send(`http://localhost:${port}/good`))).toBe('address');
    expect(connections).toBe(before);
  });

  it.each(['127.0.0.1', '::1'])(
    'is refused in production for a name that resolves to this machine: %s',
    async (address) => {
      const before = connections;
      const resolve = resolvingTo(address);
      // In a test only "localhost" comes as far as the look-up, and a call refuses that name before. So the transport is asked alone.
      const limits = { maxBytes: null, connectTimeoutMs: PATIENT_MS };
      const fetch = createTransport({ allowLoopback: false, anyAddress: false, resolve, ...limits });
      const send = guarded({ chosenByOperator: true, fetch });
      expect(await faultOf(send(`https://localhost:${port}/good`))).toBe('address');
      expect(connections).toBe(before);
    },
  );

  it('is the one that was checked, even when the name resolves to another one afterwards (DNS rebinding)', async () => {
    // The system resolves the name to 127.0.0.1, but the checked address is 127.0.0.2, with another server.
    const answerAsOther = (_request: unknown, response: ServerResponse) =>
      response.writeHead(200, JSON_TYPE).end('{"other":true}');
    await using other = await listen(answerAsOther, { host: '127.0.0.2', port });
    const lookedUp: string[] = [];
    const answers = ['127.0.0.2', '10.0.0.7'];
    const send = guarded({
      resolve: (name) => {
        lookedUp.push(name);
        return Promise.resolve([{ address: answers[Math.min(lookedUp.length, 2) - 1] ?? '', family: 4 }]);
      },
    });
    const url = `http://localhost:${port}/good`;
    expect(await (await send(url)).json()).toEqual({ other: true });
    // There is no second look-up between check and use.
    expect(lookedUp).toEqual(['localhost']);
    other.server.closeAllConnections();
    expect(await faultOf(send(url))).toBe('address');
    expect(lookedUp).toHaveLength(2);
  });
});
