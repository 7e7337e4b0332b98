import { describe, expect } from 'vitest';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { countWritten, refusalOf } from '../../testing/database/written.ts';

describe('bad input', () => {
  const post = (app: TestApp, path: string, body: string) =>
    rawRequest(app.origin, { method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
  const deep = `{"email":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  const batch = (size: number) =>
    `/trpc/${Array.from({ length: size }, () => 'session.signOut').join(',')}?batch=1`;

  it.for<[string, (app: TestApp) => ReturnType<typeof post>]>([
    ['an operator for an address', (app) => post(app, '/trpc/session.requestLink', '{"email":{"$ne":1}}')],
    [
      'an operator for a code',
      (app) => post(app, '/trpc/session.signInWithCode', '{"email":"a@example.test","code":{"$gt":""}}'),
    ],
    [
      'an operator for a token',
      (app) => post(app, '/trpc/session.confirmLink', '{"email":"a@example.test","token":{"$ne":null}}'),
    ],
    ['an operator in a form', (app) => post(app, '/auth/signin/email', '{"email":{"$ne":1}}')],
    [
      '__proto__',
      (app) =>
        post(app, '/trpc/session.requestLink', '{"email":"a@example.test","__proto__":{"admin":true}}'),
    ],
    [
      'an unknown key',
      (app) => post(app, '/trpc/session.requestLink', '{"email":"a@example.test","userId":"1"}'),
    ],
    ['half a JSON', (app) => post(app, '/trpc/session.requestLink', '{"email":')],
    ['half a JSON to Auth.js', (app) => post(app, '/auth/signin/email', '{"email":')],
    ['depth 10,000', (app) => post(app, '/trpc/session.requestLink', deep)],
    ['5 MB', (app) => post(app, '/trpc/session.requestLink', `{"email":"${'a'.repeat(5_000_000)}"}`)],
    ['5 MB to Auth.js', (app) => post(app, '/auth/signin/email', `{"email":"${'a'.repeat(5_000_000)}"}`)],
    ['a batch of 500', (app) => post(app, batch(500), '{}')],
    ['no procedure', (app) => post(app, '/trpc/session.nothing', '{}')],
    ['a broken path', (app) => rawRequest(app.origin, { path: '/auth/%E0%A4%A' })],
  ])(
    '%s returns a 4xx with a code and writes nothing (security.md 32, 35)',
    async ([_what, send], { app }) => {
      const before = await countWritten(app);
      const answer = await send(app);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(refusalOf(answer.text)).toMatch(
        /^(INVALID_INPUT|MALFORMED_REQUEST|PAYLOAD_TOO_LARGE|NOT_FOUND)$/,
      );
      expect(await countWritten(app)).toEqual(before);
      expect(answer.text).not.toMatch(/node_modules|\.ts:\d/);
    },
  );

  it('returns the path of each invalid field', async ({ app }) => {
    const answer = await post(app, '/trpc/session.signInWithCode', '{"email":"nobody","code":"12"}');
    expect(JSON.parse(answer.text)).toMatchObject({
      error: {
        data: {
          appCode: 'INVALID_INPUT',
          issues: [
            { path: ['email'], message: expect.stringContaining('address') },
            { path: ['code'], message: expect.stringContaining('6 digits') },
          ],
        },
      },
    });
  });
});
