import { afterAll, beforeAll, expect } from 'vitest';
import { HOUR_MS } from '../../shared/limits.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';

let provider: IdentityProvider;

beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
});
const it = testWith(() => ({
  providers: () => Promise.resolve([provider.settings]),
  settings: { secondFactor: 'everyone' },
}));
afterAll(() => provider.close());

it('Auth.js shows no session of a person who must set up a second factor, and keeps its cookie', async ({
  app,
}) => {
  const agent = await app.signInByMail(uniqueEmail());
  const cookie = agent.cookies.get('foyer.session');
  expect(cookie).toBeDefined();
  expect((await agent.request('/auth/session')).json()).toBeNull();
  expect(agent.cookies.get('foyer.session')).toBe(cookie);
  expect(await app.client(agent).secondFactor.get.query()).toMatchObject({ mustEnrol: true });
});

it('a person who must set up a second factor verifies by an identity provider, and connects none', async ({
  app,
}) => {
  const email = uniqueEmail();
  const answer = { login: email.split('@')[0] ?? '', email };
  const agent = app.agent();
  await agent.request(await startProviderVisits(app).visitProvider(agent, provider, answer));
  await app.ageSignIn(agent, HOUR_MS);
  const { secondFactor, session, accounts } = app.client(agent);
  expect(await appCodeOf(secondFactor.beginTotp.mutate())).toBe('SESSION_NOT_FRESH');
  const started = await session.reauthenticate.mutate({ method: 'provider', provider: 'trusted' });
  const url = started.status === 'navigate' ? started.url : '';
  const done = await agent.request(await provider.signIn(url, answer));
  expect(new URL(done.location ?? '').searchParams.get('outcome')).toBe('verified');
  expect(await secondFactor.beginTotp.mutate()).toMatchObject({ secret: expect.any(String) as string });
  expect(await appCodeOf(accounts.link.mutate({ provider: 'trusted' }))).toBe('SessionRequired');
});
