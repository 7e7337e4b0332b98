import type { HttpAgent } from './http-agent.ts';
import { consentIn } from './link-consent.ts';
import type { IdentityProvider, PersonsAnswer } from './identity-provider.ts';
import type { TestApp } from './test-app.ts';

export interface Walks {
  /** Walks a browser to the provider and to the address that the provider sends it back to, but not there. */
  walk(agent: HttpAgent, provider: IdentityProvider, answer: PersonsAnswer, link?: boolean): Promise<string>;
  /** The whole way. An address that is only claimed has to be proven or left out; these people leave it out. */
  signIn(
    provider: IdentityProvider,
    answer: PersonsAnswer,
    agent?: HttpAgent,
  ): Promise<{ readonly agent: HttpAgent; readonly location: URL }>;
}

/** People who go to a provider from this app and come back. */
export function startWalks(app: TestApp): Walks {
  const walk: Walks['walk'] = async (agent, provider, answer, link = false) => {
    const { accounts, session } = app.client(agent);
    const input = { provider: provider.settings.id, callbackUrl: '/account/sign-in-methods' };
    const { url } = await (link ? accounts.link.mutate(input) : session.signInWith.mutate(input));
    return provider.signIn(url, answer);
  };
  return {
    walk,
    async signIn(provider, answer, agent = app.agent()) {
      const answered = await agent.request(await walk(agent, provider, answer));
      const location = new URL(answered.location ?? 'none:');
      if (location.pathname === '/confirm-address') {
        await app.client(agent).session.continueWithoutAddress.mutate(await consentIn(app, agent));
      }
      return { agent, location };
    },
  };
}
