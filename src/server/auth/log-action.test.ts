import { describe, expect } from 'vitest';
import { RATE_LIMITS } from '../domain/rules/counters.ts';
import { it } from '../../testing/app/fixture.ts';

const report = { code: 'OAuthSignin', message: 'the provider could not be reached', path: '/sign-in' };

describe('POST <prefix>/_log', () => {
  it('writes a report to the log with the request id and answers an empty 204', async ({ app }) => {
    const answer = await app.agent().postJson('/auth/_log', report);
    expect([answer.status, answer.text]).toEqual([204, '']);
    const line = app.logLines.find(({ event }) => event === 'browser.sign-in-error');
    expect(line).toMatchObject({ report, requestId: answer.headers.get('x-request-id') });
  });

  it.for<[string, unknown, number, string]>([
    ['an unknown key', { ...report, cookie: 'x' }, 400, 'INVALID_INPUT'],
    ['a path with a query', { ...report, path: '/confirm?token=secret' }, 400, 'INVALID_INPUT'],
    ['no code', {}, 400, 'INVALID_INPUT'],
    ['more than 4 kB', { ...report, message: 'x'.repeat(5000) }, 413, 'PAYLOAD_TOO_LARGE'],
  ])('refuses %s and logs nothing of it', async ([_what, body, status, code], { app }) => {
    const before = app.logLines.filter(({ event }) => event === 'browser.sign-in-error').length;
    const answer = await app.agent().postJson('/auth/_log', body);
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({ error: { data: { appCode: code } } });
    expect(app.logLines.filter(({ event }) => event === 'browser.sign-in-error')).toHaveLength(before);
  });

  it('refuses other sites, other types and other methods', async ({ app }) => {
    const foreign = await app.agent().postJson('/auth/_log', report, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    expect((await app.agent().postForm('/auth/_log', { code: 'x' })).status).toBe(415);
    const got = await app.agent().request('/auth/_log');
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('is limited for each client address and answers retryAfter', async ({ app }) => {
    const agent = app.agent();
    for (let i = 0; i < RATE_LIMITS['error-report'].refusal.ip.minute; i++)
      expect((await agent.postJson('/auth/_log', report)).status).toBe(204);
    const refused = await agent.postJson('/auth/_log', report);
    expect(refused.json()).toMatchObject({
      error: { data: { appCode: 'RATE_LIMITED', retryAfter: expect.any(Number) } },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
