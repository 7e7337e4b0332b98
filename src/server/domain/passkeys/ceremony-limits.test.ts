import { describe, expect } from 'vitest';
import { RATE_LIMITS } from '../rules/counters.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { createPasskey, signInWithPasskey } from '../../../testing/sign-in/passkeys.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

/** Asks for so many challenges, and answers how many were made. */
async function countChallenges(app: TestApp, agent: HttpAgent, wanted: number): Promise<number> {
  const { session } = app.client(agent);
  const asked = Array.from({ length: wanted }, () => session.beginPasskey.mutate());
  const settled = await Promise.allSettled(asked);
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

describe('the challenges of passkeys', () => {
  it('are limited for unknown callers, who use up none of a browser that signed in before', async ({
    app,
  }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const authenticator = await createPasskey(app, agent);
    await app.client(agent).session.signOut.mutate();
    expect(
      await countChallenges(app, app.agent(), RATE_LIMITS['passkey-challenge'].refusal.ip.quarter + 10),
    ).toBe(RATE_LIMITS['passkey-challenge'].refusal.ip.quarter);
    const { session } = app.client(app.agent());
    expect(await appCodeOf(session.beginPasskey.mutate())).toBe('RATE_LIMITED');
    await signInWithPasskey(app, authenticator, agent);
    expect(await app.client(agent).session.get.query()).toMatchObject({ aal: 2 });
  });

  it('are limited for each browser that signed in before', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    await app.client(agent).session.signOut.mutate();
    const made = await countChallenges(
      app,
      agent,
      RATE_LIMITS['passkey-challenge'].refusal.browser.quarter + 10,
    );
    expect(made).toBe(RATE_LIMITS['passkey-challenge'].refusal.browser.quarter);
  });
});
