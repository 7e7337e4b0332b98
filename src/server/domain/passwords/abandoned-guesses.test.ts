import { request } from 'node:http';
import { hashSync } from 'bcryptjs';
import { describe, expect, vi } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import { PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

describe('a guess whose client has gone', () => {
  it('is not checked, and is given back', async ({ app }) => {
    const emails = Array.from({ length: 8 }, uniqueEmail);
    const slow = hashSync('of a former system', 12).replace('$2b$12', '$2b$14');
    for (const email of emails) {
      await signUpWithPassword(app, email);
      await app.deps.collections.users.updateOne({ email }, { $set: { 'password.hash': slow } });
    }
    const state = () => app.deps.passwordHashing.queueState();
    const sent = emails.map((email) => {
      const each = request(`${app.origin}/trpc/password.signIn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.origin },
        agent: false,
      });
      each.on('error', () => {});
      each.end(JSON.stringify({ email, password: PASSWORD }));
      return each;
    });
    await vi.waitUntil(() => state().running + state().waiting === emails.length);
    const { running } = state();
    expect(running).toBeLessThan(emails.length);
    for (const each of sent) each.destroy();
    await vi.waitUntil(() => state().waiting === 0);
    await vi.waitUntil(() => state().running === 0, { timeout: 30_000 });
    const rows = () =>
      app.deps.collections.rateLimits
        .find({ key: /^password-account-quarter:/, points: { $gt: 0 } })
        .toArray();
    await vi.waitFor(async () => expect(await rows()).toHaveLength(running));
  });
});
