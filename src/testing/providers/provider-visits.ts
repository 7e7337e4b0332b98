import { afterAll } from 'vitest';
import { testWith } from '../app/fixture.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { consentIn } from './link-consent.ts';
import { startIdentityProvider, type IdentityProvider, type PersonsAnswer } from './identity-provider.ts';
import type { TestApp, TestAppOptions } from '../app/test-app.ts';

export type ProviderVisits = ReturnType<typeof startProviderVisits>;

export function startProviderVisits(app: TestApp) {
  /** Signs in at the provider. Returns the callback URL without opening it. */
  async function visitProvider(
    agent: HttpAgent,
    provider: IdentityProvider,
    answer: PersonsAnswer,
    link = false,
  ): Promise<string> {
    const { accounts, session } = app.client(agent);
    const input = { provider: provider.settings.id, callbackUrl: '/account/sign-in-methods' };
    const { url } = await (link ? accounts.link.mutate(input) : session.signInWith.mutate(input));
    return provider.signIn(url, answer);
  }
  /** Signs in or connects an account, with the callback. An account that must wait stays waiting. */
  async function arrive(
    provider: IdentityProvider,
    answer: PersonsAnswer,
    agent = app.agent(),
    link = false,
  ): Promise<{ agent: HttpAgent; location: URL }> {
    const { location } = await agent.request(await visitProvider(agent, provider, answer, link));
    return { agent, location: new URL(location ?? 'none:') };
  }
  return {
    visitProvider,
    arrive,
    /** Signs in, with the callback. A claimed address must be verified or left out, and is left out here. */
    async signIn(provider: IdentityProvider, answer: PersonsAnswer, browser = app.agent()) {
      const { agent, location } = await arrive(provider, answer, browser);
      if (location.pathname === '/confirm-address') {
        await app.client(agent).session.continueWithoutAddress.mutate(await consentIn(app, agent));
      }
      return { agent, location };
    },
  };
}

/** The real app with two identity providers: `trusted` verifies addresses, `untrusted` does not. */
export async function testWithProviders(options: Omit<TestAppOptions, 'providers'> = {}) {
  const trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  const untrusted = await startIdentityProvider({ name: 'Untrusted' });
  const it = testWith({
    ...options,
    providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
  });
  let visits: ProviderVisits;
  it.beforeAll(({ app }) => {
    visits = startProviderVisits(app);
  });
  afterAll(async () => {
    await Promise.all([trusted.close(), untrusted.close()]);
  });
  const visitProvider: ProviderVisits['visitProvider'] = (...visit) => visits.visitProvider(...visit);
  const arrive: ProviderVisits['arrive'] = (...visit) => visits.arrive(...visit);
  const signIn: ProviderVisits['signIn'] = (...visit) => visits.signIn(...visit);
  return { it, trusted, untrusted, visitProvider, arrive, signIn };
}
