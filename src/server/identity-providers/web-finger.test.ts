import { beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../../shared/limits.ts';
import { createWebFinger, type WebFinger } from './web-finger.ts';

const REL = 'http://openid.net/specs/connect/1.0/issuer';
const linkTo = (href: unknown) => ({
  subject: 'acct:ada@example.test',
  links: [
    { rel: 'self', href: 'https://x.test' },
    { rel: REL, href },
  ],
});

let calls: string[];
let answer: () => Response;
let failures: string[];
let clock: number;
let webFinger: WebFinger;

beforeEach(() => {
  calls = [];
  failures = [];
  clock = 0;
  answer = () => Response.json(linkTo('https://login.example.test'));
  webFinger = createWebFinger(
    async (input) => {
      calls.push(String(input));
      return Promise.resolve(answer());
    },
    { now: () => clock, onFailure: (domain) => failures.push(domain) },
  );
});

it('requests the address and the issuer relation from the domain itself (RFC 7033 4.1)', async () => {
  expect(await webFinger.findIssuer('ada@example.test')).toBe('https://login.example.test');
  const [url] = calls.map((call) => new URL(call));
  expect(`${url?.origin}${url?.pathname}`).toBe('https://example.test/.well-known/webfinger');
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    resource: 'acct:ada@example.test',
    rel: REL,
  });
});

it('uses an answer for the whole domain for 15 minutes', async () => {
  await webFinger.findIssuer('ada@example.test');
  await webFinger.findIssuer('grace@example.test');
  expect([calls.length, webFinger.isKnown('any@example.test')]).toEqual([1, true]);
  clock += 15 * MINUTE_MS;
  expect(webFinger.isKnown('any@example.test')).toBe(false);
});

it('remembers for one minute that an address has no answer, but not for its domain', async () => {
  answer = () => Response.json({ error: 'not found' }, { status: 404 });
  expect(await webFinger.findIssuer('nobody@example.test')).toBeNull();
  expect(await webFinger.findIssuer('nobody@example.test')).toBeNull();
  expect(calls).toHaveLength(1);
  answer = () => Response.json(linkTo('https://login.example.test'));
  expect(await webFinger.findIssuer('ada@example.test')).not.toBeNull();
});

it.each<[string, unknown]>([
  ['no links', {}],
  ['no such link', { links: [{ rel: 'self', href: 'https://x.test' }] }],
  ['a link without address', linkTo(undefined)],
  ['a link that is no address', linkTo('login')],
  ['a script', linkTo('javascript:alert(1)')],
  ['a query', linkTo('https://x.test/?a=b')],
  ['a user name', linkTo('https://user@x.test/')],
  ['a line break', linkTo('https://x.test/\r\nissuer')],
  ['a tab', linkTo('https://\tx.test')],
  ['a space before it', linkTo(' https://x.test')],
  ['a direction override', linkTo('https://x.test/\u202Eissuer')],
  ['a list', []],
  ['nothing', null],
])('returns no issuer for %s', async (_what, body) => {
  answer = () => Response.json(body);
  expect(await webFinger.findIssuer('ada@example.test')).toBeNull();
});

it('returns no issuer for a domain that cannot be reached, and reports the failure', async () => {
  answer = () => {
    throw new Error('away');
  };
  expect(await webFinger.findIssuer('ada@example.test')).toBeNull();
  expect(failures).toEqual(['example.test']);
});
