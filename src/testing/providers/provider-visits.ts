import type { HttpAgent } from '../app/http-agent.ts';
import { consentIn } from './link-consent.ts';
import type { IdentityProvider, PersonsAnswer } from './identity-provider.ts';
import type { TestApp } from '../app/test-app.ts';

export interface ProviderVisits {
  /** Signs a browser in at the provider. Answers the callback URL without opening it. */
  visitProvider(
    agent: HttpAgent,
    provider: IdentityProvider,
    answer: PersonsAnswer,
    link?: boolean,
  ): Promise<string>;
  /** Signs a browser in, with the callback. A claimed address must be verified or left out, and is left out here. */
  signIn(
    provider: IdentityProvider,
    answer: PersonsAnswer,
    agent?: HttpAgent,
  ): Promise<{ readonly agent: HttpAgent; readonly location: URL }>;
}

/** Sign-ins from this app at a provider and back. */
export function startProviderVisits(app: TestApp): ProviderVisits {
  const visitProvider: ProviderVisits['visitProvider'] = async (agent, provider, answer, link = false) => {
    const { accounts, session } = app.client(agent);
    const input = { provider: provider.settings.id, callbackUrl: '/account/sign-in-methods' };
    const { url } = await (link ? accounts.link.mutate(input) : session.signInWith.mutate(input));
    return provider.signIn(url, answer);
  };
  return {
    visitProvider,
    async signIn(provider, answer, agent = app.agent()) {
      const callbackAnswer = await agent.request(await visitProvider(agent, provider, answer));
      const location = new URL(callbackAnswer.location ?? 'none:');
      if (location.pathname === '/confirm-address') {
        await app.client(agent).session.continueWithoutAddress.mutate(await consentIn(app, agent));
      }
      return { agent, location };
    },
  };
}
