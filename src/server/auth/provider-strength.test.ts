import { afterAll, beforeEach, describe, expect } from 'vitest';
import { addAuthenticator } from '../../testing/sign-in/authenticator-apps.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';

const ACR = 'urn:example:mfa';

let strength: { acr?: string; amr?: string[] } = {};
const options = { trustEmail: true, strength: () => strength };
const accepted = await startIdentityProvider({ name: 'Accepted', ...options });
const unnamed = await startIdentityProvider({ name: 'Unnamed', ...options });
const multiFactor = { acr: [ACR, 'phr'], amr: ['mfa'] };
const it = testWith({
  providers: () => Promise.resolve([{ ...accepted.settings, multiFactor }, unnamed.settings]),
});
afterAll(async () => {
  await Promise.all([accepted.close(), unnamed.close()]);
});
beforeEach(() => {
  strength = {};
});

async function signIn(app: TestApp, provider: IdentityProvider, email = uniqueEmail()) {
  const login = email.split('@')[0] ?? '';
  const { agent, location } = await startProviderVisits(app).arrive(provider, { login, email });
  return { agent, session: await app.client(agent).session.get.query(), path: location.pathname };
}

/** With an authenticator app and a connected account. */
async function enrolled(app: TestApp, provider: IdentityProvider): Promise<string> {
  const email = uniqueEmail();
  const { agent } = await signIn(app, provider, email);
  await app.client(agent).session.reauthenticate.mutate({ method: 'email' });
  const code = app.mailbox.codeOf(app.mailbox.last(email));
  await app.client(agent).session.reauthenticate.mutate({ method: 'code', code });
  await addAuthenticator(app, agent);
  return email;
}

describe('the level of a sign-in with an identity provider that the operator trusts with two factors', () => {
  it.for<[string, typeof strength, 1 | 2]>([
    ['is 2 with an accepted acr', { acr: ACR }, 2],
    ['is 2 with another accepted acr', { acr: 'phr' }, 2],
    ['is 2 with an accepted amr beside others', { amr: ['pwd', 'mfa'] }, 2],
    ['is 1 with another acr', { acr: 'urn:example:password' }, 1],
    ['is 1 with the name of an accepted acr in amr', { amr: [ACR] }, 1],
    ['is 1 with another amr', { amr: ['pwd', 'otp'] }, 1],
    ['is 1 with an accepted value in other letters', { acr: ACR.toUpperCase(), amr: ['MFA'] }, 1],
    ['is 1 with neither', {}, 1],
  ])('%s', async ([_what, claims, aal], { app }) => {
    strength = claims;
    expect((await signIn(app, accepted)).session).toMatchObject({
      aal,
      amr: aal === 2 ? ['mfa'] : [],
      proofs: [{ method: 'accepted', factor: aal === 2 ? 'multi-factor' : 'provider' }],
    });
  });
});

describe('acr and amr of an identity provider', () => {
  it('count nothing for a provider of which the operator says nothing', async ({ app }) => {
    strength = { acr: ACR, amr: ['mfa'] };
    expect((await signIn(app, unnamed)).session).toMatchObject({ aal: 1, amr: [] });
  });

  it('need no second step of an enrolled person, and only then', async ({ app }) => {
    const email = await enrolled(app, accepted);
    expect(await signIn(app, accepted, email)).toMatchObject({ path: '/second-factor', session: null });
    strength = { acr: ACR };
    expect(await signIn(app, accepted, email)).toMatchObject({ session: { aal: 2, user: { email } } });
  });

  it('need the second step where the operator says nothing', async ({ app }) => {
    const email = await enrolled(app, unnamed);
    strength = { acr: ACR, amr: ['mfa'] };
    expect(await signIn(app, unnamed, email)).toMatchObject({ path: '/second-factor', session: null });
  });

  it('make a session fresh at level 2', async ({ app }) => {
    strength = { amr: ['mfa'] };
    const email = await enrolled(app, accepted);
    const { agent } = await signIn(app, accepted, email);
    await app.ageSignIn(agent, 60 * 60 * 1000);
    const { session } = app.client(agent);
    const answer = await session.reauthenticate.mutate({ method: 'provider', provider: 'accepted' });
    const url = answer.status === 'navigate' ? answer.url : '';
    const login = email.split('@')[0] ?? '';
    const done = await agent.request(await accepted.signIn(url, { login, email }));
    expect(new URL(done.location ?? '').search).toBe('?outcome=verified&provider=accepted');
    expect(await app.client(agent).secondFactor.createRecoveryCodes.mutate()).toMatchObject({
      status: { recoveryCodesLeft: 10 },
    });
  });
});
