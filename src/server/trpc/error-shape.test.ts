import { expect } from 'vitest';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { RATE_LIMITS } from '../domain/rules/counters.ts';
import type { AgentAnswer, HttpAgent } from '../../testing/app/http-agent.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';

let agent: HttpAgent;
const it = testWith({
  prepare: async (db) => {
    await db.createCollection('users', { validator: { name: { $ne: 'Refused' } } });
  },
});
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('shape@example.test');
});

async function limited(): Promise<AgentAnswer> {
  const ask = () => agent.postJson('/trpc/session.requestLink', { email: 'often@example.test' });
  for (let sent = 0; sent < RATE_LIMITS.mail.refusal.recipient.quarter; sent++) await ask();
  return ask();
}

function halfJson(): Promise<AgentAnswer> {
  const headers = { 'content-type': 'application/json' };
  return agent.request('/trpc/profile.update', { method: 'POST', headers, body: '{' });
}

it.for<[ErrorCode, (app: TestApp) => Promise<AgentAnswer>, readonly string[]]>([
  ['SessionRequired', (app) => app.agent().request('/trpc/profile.get'), []],
  ['NOT_FOUND', () => agent.request('/trpc/profile.nothing'), []],
  ['INVALID_INPUT', () => agent.postJson('/trpc/profile.update', { name: '', role: 'admin' }), ['issues']],
  ['MALFORMED_REQUEST', halfJson, []],
  ['RATE_LIMITED', limited, ['retryAfter']],
  // The database refuses the write. Its message is only in the log.
  ['INTERNAL', () => agent.postJson('/trpc/profile.update', { name: 'Refused' }), []],
])(
  '%s has exactly the documented keys, the catalogue’s words and its status',
  async ([code, call, more], { app }) => {
    const answer = await call(app);
    const { error } = answer.json() as { error: { data: Record<string, unknown>; message: string } };
    expect(answer.status).toBe(ERRORS[code].status);
    expect(Object.keys(error).toSorted()).toEqual(['code', 'data', 'message']);
    expect(Object.keys(error.data).toSorted()).toEqual(
      ['appCode', 'httpStatus', 'requestId', ...more].toSorted(),
    );
    expect(error.message).toBe(ERRORS[code].message);
    expect(error.data).toMatchObject({
      appCode: code,
      httpStatus: ERRORS[code].status,
      requestId: answer.headers.get('x-request-id'),
    });
    const { retryAfter } = error.data as { retryAfter?: number };
    const seconds = retryAfter === undefined ? null : String(Math.ceil(retryAfter));
    expect(answer.headers.get('retry-after')).toBe(seconds);
    expect(answer.text).not.toMatch(/Mongo|validation|stack|\.ts|node_modules/);
  },
);

it('the log has the details that the answer leaves out, with the same request id', async ({ app }) => {
  const answer = await agent.postJson('/trpc/profile.update', { name: 'Refused' });
  const line = app.logLines.find(
    ({ requestId, msg }) => requestId === answer.headers.get('x-request-id') && msg === 'procedure failed',
  );
  expect(line).toMatchObject({ code: 'INTERNAL', err: { type: 'MongoServerError', code: 121 } });
});
