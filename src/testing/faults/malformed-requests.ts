import { connect } from 'node:net';
import { Agent, request } from 'node:http';
import { createAccessTokenSecret, createServiceKeySecret } from '../../server/crypto/access-token-format.ts';
import { APPLICATION_PATHS } from '../../shared/application-paths.ts';
import { SIGNED_OUT_PATHS } from '../../shared/signed-out-page.ts';
import type { Random } from '../run/random.ts';
import { redirectMutant } from './redirect-mutants.ts';

export interface MalformedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

/** `TRUSTED_ORIGINS` of the app under this flood. */
export const TRUSTED_ORIGIN = 'https://trusted.test';

const METHODS = wordsOf('GET GET POST POST POST PUT PATCH DELETE OPTIONS HEAD TRACE');
const SECRETS = [createAccessTokenSecret(), createServiceKeySecret()];
const PLACES = [
  ['/', '/healthz', '/readyz', '/trpc', '/auth', '/auth/_log', '/nothing'],
  Object.values(SIGNED_OUT_PATHS),
  APPLICATION_PATHS,
  wordsOf(
    'providers session csrf signin signin/email signin/nobody signout callback/email callback/nobody verify-request error',
  ).map((action) => `/auth/${action}`),
  wordsOf(
    `session.get session.requestLink session.confirmLink session.signInWithCode session.signInWith providers.list
     accounts.list accounts.unlink profile.update x.y`,
  ).map((procedure) => `/trpc/${procedure}`),
  '/trpc/session.get,session.get,profile.get',
].flat();
const PATH_ENDS = wordsOf('/ // /% /%00 /%E0%A4%A /..%2f..%2f /%ff .json ;x=1 /a/b/c');
const NAMES = wordsOf('callbackUrl error email token code state input batch iss __proto__ a[b]');
const TEXTS = [
  ['', '\u0000', "' or 1=1", '[object Object]', 'x'.repeat(3000), '9'.repeat(400)],
  wordsOf('1 null {} [] { " % %zz ＠ a@b {"$ne":1} {"0":{}} {"0": ../../etc/passwd <script> constructor'),
].flat();
const TYPES = [
  ['application/json', 'application/json', 'application/x-www-form-urlencoded', 'text/plain'],
  ['multipart/form-data', 'application/json; charset=utf-99', 'application/json; charset="'],
  ['application/x-www-form-urlencoded; charset=x', '', ';', 'application/', 'text/html'],
  'application/octet-stream',
].flat();
const BODIES = [
  ['', 'null', 'true', '0', '"text"', 'a'.repeat(70_000), '\u0000\u0001', '\ufeff{"email":"＠"}'],
  wordsOf('{ [ [] {} {"email": {"email":{"$ne":1}} {"json":{}} {"email":"a@b","code":{"$gt":""}}'),
  wordsOf('{"__proto__":{"admin":true}} {"constructor":{"prototype":1}}'),
  wordsOf('email=a&email=b email[$ne]=1 csrfToken=x&email=% %=%&&&='),
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"email":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
  `{"email":"${'é'.repeat(2000)}@example.test","callbackUrl":1e999}`,
].flat();
const HEADERS: readonly [string, readonly string[]][] = [
  ['origin', ['null', 'https://evil.test', TRUSTED_ORIGIN, 'x', '']],
  ['sec-fetch-site', ['cross-site', 'same-site', 'none', 'x']],
  [
    'cookie',
    ['', 'foyer.session=a; foyer.session=b', ...wordsOf(';;; = foyer.session foyer.session=% __proto__=x')],
  ],
  [
    'cookie',
    [
      'foyer.state=x; foyer.pkce=y',
      ...wordsOf('foyer.csrf=x foyer.csrf=a|b foyer.callback-url=javascript:x'),
    ],
  ],
  ['content-encoding', ['gzip', 'br', 'deflate', 'identity', 'x']],
  ['accept', ['text/html', '*/*', 'x', '']],
  ['x-auth-return-redirect', ['1', '']],
  ['x-forwarded-host', ['evil.test']],
  ['x-forwarded-for', ['x', '1.2.3.4, ::1']],
  ['x-forwarded-proto', ['https', 'x']],
  ['authorization', ['', 'Bearer %', 'Bearer', 'Basic x', ...SECRETS.map((secret) => `Bearer ${secret}`)]],
  ['trpc-accept', ['application/jsonl', 'x']],
  ['if-none-match', ['*', 'x']],
  ['range', ['bytes=0-', 'bytes=9-1', 'x']],
];

function wordsOf(text: string): string[] {
  return text.split(/\s+/);
}

/** A request that our pages never send. `GARBAGE` has those that HTTP itself forbids. */
export function malformedRequest(random: Random, origin: string): MalformedRequest {
  const method = random.pick(METHODS);
  const host = random.chance(0.97)
    ? new URL(origin).host
    : random.pick(['evil.test', 'localhost', '', '[', 'a b']);
  const headers: Record<string, string | string[]> = { host };
  if (random.chance(0.5)) headers['origin'] = origin;
  for (let extra = random.below(4); extra > 0; extra--) {
    const [name, values] = random.pick(HEADERS);
    headers[name] = random.pick(values);
  }
  let body = Buffer.alloc(0);
  if (!['GET', 'HEAD', 'TRACE'].includes(method)) {
    headers['content-type'] = random.pick(TYPES);
    body = Buffer.from(random.pick(BODIES), random.chance(0.05) ? 'utf16le' : 'utf8');
    for (let broken = random.chance(0.2) ? 3 : 0; broken > 0 && body.length > 0; broken--)
      body[random.below(body.length)] = random.below(256);
  }
  // Node sends no length for DELETE and OPTIONS: the server would read the body as the next request.
  headers['content-length'] = String(body.length);
  return {
    method,
    path: random.pick(PLACES) + (random.chance(0.2) ? random.pick(PATH_ENDS) : '') + query(random, origin),
    headers,
    body,
  };
}

function query(random: Random, origin: string): string {
  const parts: string[] = [];
  for (let count = random.below(4); count > 0; count--) {
    const name = random.pick(NAMES);
    const value = name === 'callbackUrl' ? redirectMutant(random, origin) : random.pick(TEXTS);
    // Some values are not encoded, so they cannot be decoded or contain separators.
    const written = random.chance(0.9) ? new URLSearchParams({ v: value }).toString().slice(2) : value;
    parts.push(`${name}=${written.replaceAll(/[^\x21-\x7e]/g, '%')}`);
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Bytes that are no HTTP, or ask for an unknown protocol. Each has its own connection. */
export const GARBAGE: readonly string[] = [
  '\r\n\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n',
  'GET //evil.test/%2e%2e HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT evil.test:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'POST /auth/signout HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST /auth/signout HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
  'POST /trpc/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\nzz\r\n',
  'POST /trpc/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: banana\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nExpect: banana\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nA\u0000B: c\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`,
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
];

class StaleConnectionError extends Error {}

/** Sends requests over connections that stay open: a request that breaks one also breaks the next request. */
export function createSender(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);
  const attempt = ({ method, path, headers, body }: MalformedRequest, over: Agent | false) =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ hostname, port, agent: over, method, path, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.on('error', reject);
      });
      sent.on('error', (error) => reject(sent.reusedSocket ? new StaleConnectionError() : error));
      sent.end(body);
    });
  return {
    /** Resolves to the status. Tries one new connection when the server has closed the old one. */
    send: (malformed: MalformedRequest): Promise<number> =>
      attempt(malformed, agent).catch((error: unknown) => {
        if (error instanceof StaleConnectionError) return attempt(malformed, false);
        throw error;
      }),
    close: () => agent.destroy(),
  };
}

/** Returns the status of the first answer, or `null` when the server closed without one. */
export function sendGarbage(origin: string, bytes: string): Promise<number | null> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(null) : reject(error),
    );
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      resolve(status === undefined ? null : Number(status));
    });
    socket.end(Buffer.from(bytes, 'latin1'));
  });
}
