import { afterAll, describe, expect } from 'vitest';
import { testWithProviders } from '../../testing/providers/provider-visits.ts';
import { storeEndpoint } from '../../testing/webhooks/endpoints.ts';
import { startWebhookReceiver } from '../../testing/webhooks/receiver.ts';
import { runEvents } from '../domain/event-runner.ts';
import { readTraceparent } from './trace.ts';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${ID}-${PARENT}-01`;
/** The headers of all calls to identity providers. */
const providerHeaders: Headers[] = [];

const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
const { it, trusted } = await testWithProviders({
  fetch(input, init) {
    providerHeaders.push(new Headers(input instanceof Request ? input.headers : init?.headers));
    return fetch(input, init);
  },
});

it.each([
  ['version 00', TRACEPARENT, { id: ID, flags: '01' }],
  ['flags that are unknown, which are not passed on', `00-${ID}-${PARENT}-ff`, { id: ID, flags: '03' }],
  ['a later version with more at its end', `cc-${ID}-${PARENT}-00-more`, { id: ID, flags: '00' }],
  ['nothing', undefined, null],
  ['two headers', `${TRACEPARENT}, ${TRACEPARENT}`, null],
  ['version ff', `ff-${ID}-${PARENT}-01`, null],
  ['more at the end of version 00', `${TRACEPARENT}-more`, null],
  ['a later version with text right after the flags', `cc-${ID}-${PARENT}-00.more`, null],
  ['capital letters', TRACEPARENT.toUpperCase(), null],
  ['an id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`, null],
  ['a parent of zeros', `00-${ID}-${'0'.repeat(16)}-01`, null],
  ['a short id', `00-${ID.slice(1)}-${PARENT}-01`, null],
  ['no flags', `00-${ID}-${PARENT}`, null],
])('traceparent with %s is read as the standard says', (_what, header, expected) => {
  expect(readTraceparent(header)).toEqual(expected);
});

describe('a request with a trace', () => {
  it('has its id in all lines of the log, and a request with an invalid one in none', async ({ app }) => {
    const agent = app.agent();
    const linesOf = async (headers: Record<string, string>) => {
      const before = app.logLines.length;
      const answer = await agent.postJson('/trpc/session.signInWithCode', { email: 'x' }, headers);
      const id = answer.headers.get('x-request-id');
      // The server writes this line right after the answer.
      const lines = () => app.logLines.slice(before).filter(({ requestId }) => requestId === id);
      await expect.poll(() => lines().map(({ msg }) => msg)).toContain('request');
      return lines().map(({ msg, traceId }) => [msg, traceId]);
    };
    expect(await linesOf({ traceparent: TRACEPARENT })).toEqual([
      ['authentication', ID],
      ['procedure refused', ID],
      ['request', ID],
    ]);
    for (const [, id] of await linesOf({ traceparent: `${TRACEPARENT}-more` })) expect(id).toBeUndefined();
    await agent.request('/trpc/session.get', { headers: { traceparent: TRACEPARENT } });
    await expect.poll(() => app.logLines.at(-1)).toMatchObject({ path: '/trpc/session.get', traceId: ID });
  });

  it('passes it to the webhooks of its events, with a span of their own, and never to an identity provider', async ({
    app,
  }) => {
    await storeEndpoint(app.deps, { url: `${receiver.origin}/hooks` });
    const agent = app.agent();
    const traced = { traceparent: TRACEPARENT };
    const started = await agent.postJson('/trpc/session.signInWith', { provider: 'trusted' }, traced);
    const { url } = (started.json() as { result: { data: { url: string } } }).result.data;
    const callback = await trusted.signIn(url, { login: 'ada', email: 'ada@example.test' });
    expect((await agent.request(callback, { headers: traced })).status).toBe(302);
    await runEvents(app.deps);

    const sent = receiver.received.splice(0);
    expect(sent.length).toBeGreaterThanOrEqual(2);
    const parts = sent.map(({ headers }) => String(headers['traceparent']).split('-'));
    for (const [version, id, span = '', flags] of parts) {
      expect([version, id, flags]).toEqual(['00', ID, '01']);
      expect(span).toMatch(/^[0-9a-f]{16}$/);
    }
    expect(new Set(parts.map(([, , span]) => span).concat(PARENT)).size).toBe(sent.length + 1);
    expect(providerHeaders.length).toBeGreaterThan(0);
    expect(providerHeaders.filter((headers) => headers.has('traceparent'))).toEqual([]);
  });

  it('is needed for that: the webhooks of another request have none', async ({ app }) => {
    await app.signInByMail('grace@example.test');
    await runEvents(app.deps);
    expect(receiver.received.length).toBeGreaterThan(0);
    expect(receiver.received.filter(({ headers }) => headers['traceparent'] !== undefined)).toEqual([]);
  });
});
