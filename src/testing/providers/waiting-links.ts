import type { LinkConsent } from '../../shared/schemas/accounts.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { startIdentityProvider, type IdentityProvider } from './identity-provider.ts';
import { signUpWithPassword } from '../sign-in/passwords.ts';
import { aNumber, verifyNumber } from '../sign-in/phones.ts';
import { startProviderVisits, type ProviderVisits } from './provider-visits.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../app/test-app.ts';
import { uniqueName } from '../run/unique-name.ts';

export interface User {
  readonly email: string;
  readonly number: string;
  /** The login name at the provider. It is also the subject. */
  readonly login: string;
  /** The browser in which the account waits. It has no session. */
  readonly agent: HttpAgent;
}

export interface WaitingLinks {
  readonly app: TestApp;
  readonly trusted: IdentityProvider;
  readonly untrusted: IdentityProvider;
  readonly visitProvider: ProviderVisits['visitProvider'];
  /** The tokens that were revoked at a provider. */
  readonly revoked: string[];
  /** A person with all sign-in methods. An unknown caller's account with their address waits in their browser. */
  aUser(): Promise<User>;
  isConnected(person: Pick<User, 'login'>): Promise<boolean>;
  stillWaits(person: User): Promise<boolean>;
  mailedTo(person: User, connect?: LinkConsent): Promise<{ code: string; token: string }>;
  /** Resets clock and counters between two tests. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** An app with two providers. At the second, anybody may claim any address. */
export async function startWaitingLinks(
  options: Pick<TestAppOptions, 'documents'> = {},
): Promise<WaitingLinks> {
  const trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  const untrusted = await startIdentityProvider({ name: 'Untrusted' });
  const revoked: string[] = [];
  const app = await createTestApp({
    ...options,
    providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
    settings: { phoneSignIn: true },
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (url.endsWith('/token/revocation'))
        revoked.push(new URLSearchParams(init?.body as URLSearchParams).get('token') ?? '');
      return fetch(input, init);
    },
  });
  const { visitProvider } = startProviderVisits(app);
  return {
    app,
    trusted,
    untrusted,
    visitProvider,
    revoked,
    async aUser() {
      const login = uniqueName();
      const [email, number] = [`${login}@example.test`, aNumber()];
      const home = await signUpWithPassword(app, email);
      await verifyNumber(app, home, number);
      await home.request(await visitProvider(home, trusted, { login: `own-${login}` }, true));
      const agent = app.agent();
      await agent.request(await visitProvider(agent, untrusted, { login, email }));
      return { email, number, login, agent };
    },
    isConnected: async ({ login }) =>
      (await app.deps.collections.users.countDocuments({ 'accounts.key': `untrusted:${login}` })) > 0,
    stillWaits: async ({ agent }) => (await app.client(agent).accounts.pendingLink.query()) !== null,
    async mailedTo({ email, agent }, connect) {
      await app.client(agent).session.requestLink.mutate({ email, ...(connect && { connect }) });
      const mail = app.mailbox.last(email);
      const token = new URL(app.mailbox.linkOf(mail)).searchParams.get('token') ?? '';
      return { code: app.mailbox.codeOf(mail), token };
    },
    async reset() {
      app.resetClock();
      revoked.length = 0;
      await Promise.all(['rate_limits', 'jobs'].map((name) => app.db.collection(name).deleteMany({})));
    },
    async close() {
      await app.close();
      await Promise.all([trusted.close(), untrusted.close()]);
    },
  };
}
