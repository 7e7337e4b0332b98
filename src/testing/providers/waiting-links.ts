import type { LinkConsent } from '../../shared/schemas/accounts.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { noteRevocations, startIdentityProvider } from './identity-provider.ts';
import { signUpWithPassword } from '../sign-in/passwords.ts';
import { aNumber, verifyNumber } from '../sign-in/phones.ts';
import { startProviderVisits } from './provider-visits.ts';
import { createTestApp, type TestAppOptions } from '../app/test-app.ts';
import { uniqueName } from '../run/unique-name.ts';

export interface PersonWithWaitingLink {
  readonly email: string;
  readonly number: string;
  /** The login name at the provider. It is also the subject. */
  readonly login: string;
  /** The browser in which the account waits. It has no session. */
  readonly agent: HttpAgent;
}

/** An app with two providers. At the second, anybody may claim any address. */
export async function startWaitingLinks(options: Pick<TestAppOptions, 'documents' | 'faults'> = {}) {
  const trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  const untrusted = await startIdentityProvider({ name: 'Untrusted' });
  const revocations = noteRevocations();
  const app = await createTestApp({
    ...options,
    providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
    settings: { phoneSignIn: true },
    fetch: revocations.fetch,
  });
  const { visitProvider, arrive } = startProviderVisits(app);
  return {
    app,
    trusted,
    untrusted,
    visitProvider,
    arrive,
    revoked: revocations.revoked,
    /**
     * A person with all sign-in methods. An unknown caller's account with their address waits in their
     * browser.
     */
    async aUser(): Promise<PersonWithWaitingLink> {
      const login = uniqueName();
      const [email, number] = [`${login}@example.test`, aNumber()];
      const home = await signUpWithPassword(app, email);
      await verifyNumber(app, home, number);
      await arrive(trusted, { login: `own-${login}` }, home, true);
      const { agent } = await arrive(untrusted, { login, email });
      return { email, number, login, agent };
    },
    isConnected: async ({ login }: Pick<PersonWithWaitingLink, 'login'>) =>
      (await app.deps.collections.users.countDocuments({ 'accounts.key': `untrusted:${login}` })) > 0,
    stillWaits: async ({ agent }: PersonWithWaitingLink) =>
      (await app.client(agent).accounts.pendingLink.query()) !== null,
    async mailedTo({ email, agent }: PersonWithWaitingLink, connect?: LinkConsent) {
      await app.client(agent).session.requestLink.mutate({ email, ...(connect && { connect }) });
      const mail = app.mailbox.last(email);
      return { code: app.mailbox.codeOf(mail), token: app.mailbox.tokenOf(mail) };
    },
    /** Resets clock and counters between two tests. */
    async reset() {
      app.resetClock();
      revocations.revoked.length = 0;
      await Promise.all(['rate_limits', 'jobs'].map((name) => app.db.collection(name).deleteMany({})));
    },
    async close() {
      await app.close();
      await Promise.all([trusted.close(), untrusted.close()]);
    },
  };
}
