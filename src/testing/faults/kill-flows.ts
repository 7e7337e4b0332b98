// Over 300 lines: one list of the flows of people, which every kill test runs.
import { expect } from 'vitest';
import { writeOutbox } from '../../server/domain/activity/security-events.ts';
import { listAccessTokens } from '../../server/domain/tokens/access-tokens.ts';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { openTokens } from '../../server/domain/providers/provider-tokens.ts';
import { removeOrphanedAccounts } from '../../server/domain/users/orphaned-accounts.ts';
import { deletionFlows } from './deletion-kill-flows.ts';
import { accessTokenFlows } from './access-token-kill-flows.ts';
import { clientFlows } from './client-kill-flows.ts';
import { deviceFlows } from './device-kill-flows.ts';
import { emailFlows } from './email-kill-flows.ts';
import type { FaultInjector } from './faults.ts';
import { WITH_CLIENTS } from '../app/oauth-clients.ts';
import { saveState } from './saved-state.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { startIdentityProvider, type IdentityProvider } from '../app/identity-provider.ts';
import { consentIn } from '../app/link-consent.ts';
import { mailFlows, type Flow, type MakeFlow } from './mail-kill-flows.ts';
import { passkeyFlows } from './passkey-kill-flows.ts';
import { passwordFlows } from './password-kill-flows.ts';
import { phoneFlows } from './phone-kill-flows.ts';
import { startWalks } from '../app/provider-walks.ts';
import { secondFactorFlows } from './second-factor-kill-flows.ts';
import { secondStepFlows } from './second-step-kill-flows.ts';
import { removalFlows } from './removal-kill-flows.ts';
import { sessionFlows } from './session-kill-flows.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../app/test-app.ts';
import { uniqueName } from '../app/unique-name.ts';

export interface PreparedFlow extends Flow {
  /** The name of the flow's person, which begins their address. */
  readonly person: string;
}

export interface KillFlows {
  readonly app: TestApp;
  readonly flows: Readonly<Record<string, MakeFlow>>;
  /** Answers the flow of a person who is as before the step. Earlier flows do not affect it. */
  prepare(make: MakeFlow): Promise<PreparedFlow>;
  /** Reads the person's data, which repairs half-done changes. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** An app with two real providers and all flows of its people, which the tests kill at each step. */
export async function startKillFlows(
  faults: FaultInjector,
  database: Pick<TestAppOptions, 'databaseUri' | 'patientDatabase'> = {},
): Promise<KillFlows> {
  const trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  const untrusted = await startIdentityProvider({ name: 'Untrusted' });
  /** The tokens that were revoked at a provider, once for each call. */
  const revoked: string[] = [];
  const app = await createTestApp({
    ...database,
    faults,
    configuration: WITH_CLIENTS,
    providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
    fetch: (input, init) => {
      faults.noteEffect();
      const url = input instanceof Request ? input.url : String(input);
      if (url.endsWith('/token/revocation'))
        revoked.push(new URLSearchParams(init?.body as URLSearchParams).get('token') ?? '');
      return fetch(input, init);
    },
  });
  const { walk, signIn } = startWalks(app);

  const addressOf = (person: string) => `${person}@example.test`;
  const userOf = async (agent: HttpAgent) => (await app.client(agent).session.get.query())?.user.id;
  const ignoreFailure = async (call: Promise<unknown>): Promise<void> => void (await call.catch(() => null));

  /** Signs in at the provider, with the callback. An account that must wait stays waiting. */
  async function arrive(provider: IdentityProvider, login: string, email: string, agent = app.agent()) {
    const callbackAnswer = await agent.request(await walk(agent, provider, { login, email }));
    return { agent, location: new URL(callbackAnswer.location ?? 'none:') };
  }

  async function link(agent: HttpAgent, provider: IdentityProvider, login: string): Promise<string | null> {
    const linkAnswer = await agent.request(await walk(agent, provider, { login }, true));
    return new URL(linkAnswer.location ?? '').searchParams.get('outcome');
  }

  async function grantsOf(login: string): Promise<(string | null)[]> {
    const row = await app.deps.collections.accounts.findOne({ providerAccountId: login });
    const tokens = row && openTokens(app.deps, row, row.tokens);
    if (!tokens?.refreshToken) throw new Error('the provider granted nothing');
    return [tokens.refreshToken, tokens.accessToken];
  }

  /** One job revokes the tokens of the unlinked account, and no others. */
  async function expectRevoked(tokens: readonly (string | null)[]): Promise<void> {
    expect(await app.db.collection('jobs').countDocuments({ kind: 'revoke-grant' })).toBe(1);
    await runDueJobs(app.deps);
    expect(revoked.splice(0)).toEqual(tokens);
  }

  const flows: Readonly<Record<string, MakeFlow>> = {
    ...mailFlows(app),
    ...passwordFlows(app),
    ...phoneFlows(app),
    ...emailFlows(app),
    ...accessTokenFlows(app),
    ...deviceFlows(app),
    ...clientFlows(app),
    ...sessionFlows(app),
    ...secondFactorFlows(app),
    ...secondStepFlows({ app, trusted }),
    ...removalFlows(app),
    ...passkeyFlows(app),
    ...deletionFlows({ app, faults, trusted, untrusted, revoked }),

    async 'first sign-in'(person) {
      const answer = { login: person, email: addressOf(person) };
      const agent = app.agent();
      const callback = await walk(agent, trusted, answer);
      return {
        needsNewPerson: true,
        step: () => agent.request(callback),
        async recover() {
          await signIn(trusted, answer, agent);
          expect(await app.client(agent).session.get.query()).toMatchObject({
            user: { email: answer.email },
          });
          expect(await app.client(agent).accounts.list.query()).toMatchObject([{ label: answer.email }]);
        },
      };
    },

    async 'later sign-in'(person) {
      const answer = { login: person, email: addressOf(person) };
      const before = await userOf((await signIn(trusted, answer)).agent);
      const agent = app.agent();
      const callback = await walk(agent, trusted, answer);
      return {
        needsNewPerson: true,
        step: () => agent.request(callback),
        async recover() {
          await signIn(trusted, answer, agent);
          expect(await userOf(agent)).toBe(before);
        },
      };
    },

    async 'sign-in with a claimed address'(person) {
      const agent = app.agent();
      const callback = await walk(agent, untrusted, { login: person, email: addressOf(person) });
      return {
        needsNewPerson: true,
        step: () => agent.request(callback),
        async recover() {
          await signIn(untrusted, { login: person }, agent);
          expect(await app.client(agent).accounts.list.query()).toHaveLength(1);
        },
      };
    },

    async continueWithoutAddress(person) {
      const { agent } = await arrive(untrusted, person, addressOf(person));
      const consent = await consentIn(app, agent);
      const goOn = () => app.client(agent).session.continueWithoutAddress.mutate(consent);
      return {
        step: goOn,
        async recover() {
          // It was already done and only the reply was lost: the person signs in again.
          await goOn().catch(() => signIn(untrusted, { login: person }, agent));
          expect(await app.client(agent).accounts.list.query()).toHaveLength(1);
        },
      };
    },

    async link(person) {
      const agent = await app.signInByMail(addressOf(person));
      const callback = await walk(agent, untrusted, { login: person }, true);
      return {
        needsNewPerson: true,
        step: () => agent.request(callback),
        async recover() {
          expect(await link(agent, untrusted, person)).toMatch(/^(already-)?linked$/);
          expect(await app.client(agent).accounts.list.query()).toMatchObject([{ canUnlink: true }]);
          const { agent: elsewhere } = await signIn(untrusted, { login: person });
          expect(await userOf(elsewhere)).toBe(await userOf(agent));
        },
      };
    },

    async unlink(person) {
      const agent = await app.signInByMail(addressOf(person));
      await link(agent, untrusted, person);
      const granted = await grantsOf(person);
      const unlink = () =>
        app.client(agent).accounts.unlink.mutate({ provider: 'untrusted', providerAccountId: person });
      return {
        step: unlink,
        async recover() {
          const accounts = await app.client(agent).accounts.list.query();
          if (accounts.length > 0) await unlink();
          expect(await app.client(agent).accounts.list.query()).toEqual([]);
          await expectRevoked(granted);
          expect(await link(agent, untrusted, person)).toBe('linked');
          // The mail about the new connection, and the mail about the unlink that a crash left: it is written first.
          expect(await runDueJobs(app.deps)).toBeLessThanOrEqual(2);
          expect(revoked).toEqual([]);
        },
      };
    },

    async 'unlink, then signing in with what was removed'(person) {
      const agent = await app.signInByMail(addressOf(person));
      await link(agent, untrusted, person);
      const granted = await grantsOf(person);
      const unlink = () =>
        app.client(agent).accounts.unlink.mutate({ provider: 'untrusted', providerAccountId: person });
      return {
        step: unlink,
        async recover() {
          const user = await app.deps.collections.users.findOne({ 'accounts.key': `untrusted:${person}` });
          if (user) await unlink();
          // The person does not open the list. The next sign-in with this account makes a new user.
          const { agent: other } = await signIn(untrusted, { login: person });
          expect(await userOf(other)).not.toBe(await userOf(agent));
          await expectRevoked(granted);
        },
      };
    },

    async resumeLink(person) {
      const email = addressOf(person);
      await app.signInByMail(email);
      const { agent } = await arrive(trusted, person, email);
      await app.signInByMail(email, agent);
      const consent = await consentIn(app, agent);
      const resume = () => app.client(agent).accounts.resumeLink.mutate(consent);
      return {
        step: resume,
        async recover() {
          await ignoreFailure(resume());
          expect(await app.client(agent).accounts.list.query()).toMatchObject([{ label: email }]);
          const { agent: elsewhere } = await signIn(trusted, { login: person, email });
          expect(await userOf(elsewhere)).toBe(await userOf(agent));
        },
      };
    },

    async 'signInWithCode that connects'(person) {
      const email = addressOf(person);
      await app.signInByMail(email);
      const { agent } = await arrive(trusted, person, email);
      const connect = await consentIn(app, agent);
      await app.client(agent).session.requestLink.mutate({ email, connect });
      const code = app.mailbox.codeOf(app.mailbox.last(email));
      return {
        step: () => app.client(agent).session.signInWithCode.mutate({ email, code, connect }),
        async recover() {
          // The code may be used up. Then the next code signs in, and the page asks again.
          await app.signInByMail(email, agent);
          await ignoreFailure(app.client(agent).accounts.resumeLink.mutate(connect));
          expect(await app.client(agent).accounts.list.query()).toMatchObject([{ label: email }]);
          expect(await app.deps.collections.pendingLinks.countDocuments({ email })).toBe(0);
        },
      };
    },

    async denyLink(person) {
      const email = addressOf(person);
      const agent = await app.signInByMail(email);
      await app.client(agent).session.signOut.mutate();
      await arrive(trusted, person, email, agent);
      const consent = await consentIn(app, agent);
      const { pendingLinks, users } = app.deps.collections;
      const row = await pendingLinks.findOne({ email });
      const granted = row && openTokens(app.deps, row, row.tokens);
      if (!granted) throw new Error('the provider granted nothing');
      return {
        step: () => app.client(agent).accounts.denyLink.mutate(consent),
        async recover() {
          const decided = (await pendingLinks.findOne({ email }))?.deniedAt !== undefined;
          // The next read finishes a decided denial. Otherwise the person denies again.
          if (decided) expect(await app.client(agent).accounts.pendingLink.query()).toBeNull();
          else await ignoreFailure(app.client(agent).accounts.denyLink.mutate(consent));
          expect(await pendingLinks.countDocuments({ email })).toBe(0);
          await app.signInByMail(email, agent);
          await ignoreFailure(app.client(agent).accounts.resumeLink.mutate(consent));
          expect(await users.countDocuments({ 'accounts.key': `trusted:${person}` })).toBe(0);
          await expectRevoked([granted.refreshToken, granted.accessToken]);
        },
      };
    },

    async 'first proof by mail of an address that somebody else used'(person) {
      const { squatter, granted } = await squat(person);
      const email = addressOf(person);
      const agent = app.agent();
      await app.client(agent).session.requestLink.mutate({ email });
      const code = app.mailbox.codeOf(app.mailbox.last(email));
      return {
        step: () => app.client(agent).session.signInWithCode.mutate({ email, code }),
        async recover() {
          await app.signInByMail(email, agent);
          await expectNothingLeft(squatter, person, agent, granted);
          expect(await app.client(agent).accounts.list.query()).toEqual([]);
        },
      };
    },

    async 'first proof by a provider of an address that somebody else used'(person) {
      const { squatter, granted } = await squat(person);
      const answer = { login: `owner-${person}`, email: addressOf(person) };
      const agent = app.agent();
      const callback = await walk(agent, trusted, answer);
      return {
        needsNewPerson: true,
        step: () => agent.request(callback),
        async recover() {
          const { location } = await arrive(trusted, answer.login, answer.email, agent);
          if (location.searchParams.get('error') === 'OAuthAccountNotLinked') {
            await app.signInByMail(answer.email, agent);
            await app.client(agent).accounts.resumeLink.mutate(await consentIn(app, agent));
          }
          await expectNothingLeft(squatter, person, agent, granted);
          expect(await app.client(agent).accounts.list.query()).toMatchObject([{ provider: 'trusted' }]);
        },
      };
    },
  };

  /** A user with an unproven address, as an adopted database may contain one. */
  async function squat(person: string) {
    const { agent: squatter } = await signIn(untrusted, { login: person });
    await app.db
      .collection('users')
      .updateOne({ 'accounts.key': `untrusted:${person}` }, { $set: { email: addressOf(person) } });
    return { squatter, granted: await grantsOf(person) };
  }

  async function expectNothingLeft(
    squatter: HttpAgent,
    person: string,
    owner: HttpAgent,
    granted: readonly (string | null)[],
  ): Promise<void> {
    expect(await userOf(squatter)).toBeUndefined();
    const { agent: again } = await signIn(untrusted, { login: person });
    expect(await userOf(again)).not.toBe(await userOf(owner));
    await expectRevoked(granted);
  }

  /** Not of deleted people, because the step may be the one that finishes a deletion. */
  async function writeAllOutboxes(): Promise<void> {
    const users = app.deps.collections.users.find({ deletedAt: { $exists: false } });
    for (const { _id, outbox = [] } of await users.toArray()) {
      const last = outbox.at(-1);
      if (last) await writeOutbox(app.deps, _id, last);
    }
  }

  const clear = (name: string) => app.db.collection(name).deleteMany({});
  const restoreStart = await saveState(app, []);
  let prepared: { make: MakeFlow; flow: PreparedFlow; restore: () => Promise<void> } | null = null;

  return {
    app,
    flows,
    async prepare(make) {
      app.mailbox.clear();
      revoked.length = 0;
      if (prepared?.make === make) {
        await prepared.restore();
        return prepared.flow;
      }
      await restoreStart();
      const firstAgent = app.agents.length;
      const person = `person-${uniqueName()}`;
      const flow = { ...(await make(person)), person };
      // Removes what the preparation left open, because it is not part of this step.
      await writeAllOutboxes();
      await Promise.all([clear('rate_limits'), clear('jobs')]);
      app.mailbox.clear();
      revoked.length = 0;
      prepared = flow.needsNewPerson
        ? null
        : { make, flow, restore: await saveState(app, app.agents.slice(firstAgent)) };
      return flow;
    },
    async look() {
      const { users, accounts } = app.deps.collections;
      for (const user of await users.find({ 'accessTokens.0': { $exists: true } }).toArray())
        await listAccessTokens(app.deps, user);
      for (const { userId } of await accounts.find().toArray())
        await removeOrphanedAccounts(app.deps, userId);
    },
    async close() {
      await app.close();
      await Promise.all([trusted.close(), untrusted.close()]);
    },
  };
}
