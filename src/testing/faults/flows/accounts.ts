import { expect } from 'vitest';
import { DAY_MS } from '../../../shared/limits.ts';
import { runDueJobs } from '../../../server/domain/job-runner.ts';
import { openTokens } from '../../../server/domain/providers/provider-tokens.ts';
import { emailFields } from '../../../server/database/search-key.ts';
import type { HttpAgent } from '../../app/http-agent.ts';
import type { IdentityProvider } from '../../providers/identity-provider.ts';
import { consentIn } from '../../providers/link-consent.ts';
import type { Flows, FlowWorld } from './flow-world.ts';

/** Flows with connected accounts, from the first sign-in with one to its removal. */
export function accountFlows(world: FlowWorld): Flows {
  const { app, faults, trusted, untrusted, revoked, visitProvider, arrive, signIn } = world;
  const { addressOf, signUp, userIdOf, userOf, runJobsLater, countActivity, mailsTo } = world;
  const ignoreFailure = async (call: Promise<unknown>): Promise<void> => void (await call.catch(() => null));
  const accountsOf = (agent: HttpAgent) => app.client(agent).accounts.list.query();

  async function link(agent: HttpAgent, provider: IdentityProvider, login: string): Promise<string | null> {
    const { location } = await arrive(provider, { login }, agent, true);
    return location.searchParams.get('outcome');
  }

  /** A person with a connection that their browser can remove. */
  async function connected(person: string) {
    const agent = await signUp(person);
    await link(agent, untrusted, person);
    const account = { provider: 'untrusted', providerAccountId: person };
    const unlink = () => app.client(agent).accounts.unlink.mutate(account);
    return { agent, granted: await grantsOf(person), unlink };
  }

  async function grantsOf(login: string): Promise<(string | null)[]> {
    const row = await app.deps.collections.accounts.findOne({ providerAccountId: login });
    const tokens = row && openTokens(app.deps, row, row.tokens);
    if (!tokens?.refreshToken) throw new Error('the provider granted nothing');
    return [tokens.refreshToken, tokens.accessToken];
  }

  /** One job revokes exactly the tokens of the unlinked account. */
  async function expectRevoked(tokens: readonly (string | null)[]): Promise<void> {
    expect(await app.db.collection('jobs').countDocuments({ kind: 'revoke-grant' })).toBe(1);
    await runDueJobs(app.deps);
    expect(revoked.splice(0)).toEqual(tokens);
  }

  /** A user with an unverified address, which an adopted database may contain. */
  async function squat(person: string) {
    const { agent: squatter } = await signIn(untrusted, { login: person });
    await app.db
      .collection('users')
      .updateOne({ 'accounts.key': `untrusted:${person}` }, { $set: emailFields(addressOf(person)) });
    return { squatter, granted: await grantsOf(person) };
  }

  async function expectNothingLeft(
    squatter: HttpAgent,
    person: string,
    owner: HttpAgent,
    granted: readonly (string | null)[],
  ): Promise<void> {
    expect(await userIdOf(squatter)).toBeUndefined();
    const { agent: again } = await signIn(untrusted, { login: person });
    expect(await userIdOf(again)).not.toBe(await userIdOf(owner));
    await expectRevoked(granted);
  }

  return {
    async 'first sign-in'(person) {
      const answer = { login: person, email: addressOf(person) };
      const agent = app.agent();
      const callback = await visitProvider(agent, trusted, answer);
      return {
        needsNewUser: true,
        step: () => agent.request(callback),
        async recover() {
          await signIn(trusted, answer, agent);
          expect(await app.client(agent).session.get.query()).toMatchObject({
            user: { email: answer.email },
          });
          expect(await accountsOf(agent)).toMatchObject([{ label: answer.email }]);
        },
      };
    },

    async 'later sign-in'(person) {
      const answer = { login: person, email: addressOf(person) };
      const before = await userIdOf((await signIn(trusted, answer)).agent);
      const agent = app.agent();
      const callback = await visitProvider(agent, trusted, answer);
      return {
        needsNewUser: true,
        step: () => agent.request(callback),
        async recover() {
          await signIn(trusted, answer, agent);
          expect(await userIdOf(agent)).toBe(before);
        },
      };
    },

    async 'sign-in with a claimed address'(person) {
      const agent = app.agent();
      const callback = await visitProvider(agent, untrusted, { login: person, email: addressOf(person) });
      return {
        needsNewUser: true,
        step: () => agent.request(callback),
        async recover() {
          await signIn(untrusted, { login: person }, agent);
          expect(await accountsOf(agent)).toHaveLength(1);
        },
      };
    },

    async continueWithoutAddress(person) {
      const { agent } = await arrive(untrusted, { login: person, email: addressOf(person) });
      const consent = await consentIn(app, agent);
      const goOn = () => app.client(agent).session.continueWithoutAddress.mutate(consent);
      return {
        step: goOn,
        async recover() {
          // The step was done and only the reply was lost: the person signs in again.
          await goOn().catch(() => signIn(untrusted, { login: person }, agent));
          expect(await accountsOf(agent)).toHaveLength(1);
        },
      };
    },

    async link(person) {
      const agent = await signUp(person);
      const callback = await visitProvider(agent, untrusted, { login: person }, true);
      return {
        tells: { kind: 'account-linked', mail: 'Untrusted was connected' },
        needsNewUser: true,
        step: () => agent.request(callback),
        async recover() {
          expect(await link(agent, untrusted, person)).toMatch(/^(already-)?linked$/);
          expect(await accountsOf(agent)).toMatchObject([{ canUnlink: true }]);
          const { agent: elsewhere } = await signIn(untrusted, { login: person });
          expect(await userIdOf(elsewhere)).toBe(await userIdOf(agent));
        },
      };
    },

    async unlink(person) {
      const { agent, granted, unlink } = await connected(person);
      return {
        tells: { kind: 'account-unlinked', mail: 'Untrusted was removed' },
        step: unlink,
        isDone: async () => (await accountsOf(agent)).length === 0,
        async recover() {
          await expectRevoked(granted);
          expect(await link(agent, untrusted, person)).toBe('linked');
          // The mail about the new connection, and the mail about the unlink from before the crash.
          expect(await runDueJobs(app.deps)).toBeLessThanOrEqual(2);
          expect(revoked).toEqual([]);
        },
      };
    },

    async 'telling of an unlink that was killed'(person) {
      const email = addressOf(person);
      const { unlink } = await connected(person);
      const hold = faults.holdBefore('accounts.deleteOne');
      const unlinking = ignoreFailure(unlink());
      await hold.reached;
      faults.arm('killed', 0);
      hold.release();
      await unlinking;
      faults.disarm();
      const { outbox } = await userOf(email);
      expect(outbox).toHaveLength(1);
      return {
        leavesOutbox: true,
        step: () => runJobsLater(),
        async recover() {
          await runJobsLater(DAY_MS);
          expect(await countActivity(email, 'account-unlinked')).toBe(1);
          // The mail may be sent twice, but with one id, so mail programs show it once.
          const mails = mailsTo(email, 'Untrusted was removed');
          expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
          expect(mails[0]?.messageId).toMatch(/^<[0-9a-f]{24}@localhost>$/);
          expect(await app.deps.collections.jobs.countDocuments()).toBe(0);
        },
      };
    },

    async 'unlink, then signing in with what was removed'(person) {
      const { agent, granted, unlink } = await connected(person);
      const key = `untrusted:${person}`;
      return {
        step: unlink,
        isDone: async () => (await app.deps.collections.users.findOne({ 'accounts.key': key })) === null,
        async recover() {
          // The person does not open the list. The next sign-in with this account makes a new user.
          const { agent: other } = await signIn(untrusted, { login: person });
          expect(await userIdOf(other)).not.toBe(await userIdOf(agent));
          await expectRevoked(granted);
        },
      };
    },

    async resumeLink(person) {
      const email = addressOf(person);
      await app.signInByMail(email);
      const { agent } = await arrive(trusted, { login: person, email });
      await app.signInByMail(email, agent);
      const consent = await consentIn(app, agent);
      return {
        tells: { kind: 'account-linked', mail: 'Trusted was connected' },
        step: () => app.client(agent).accounts.resumeLink.mutate(consent),
        repeats: true,
        async recover() {
          expect(await accountsOf(agent)).toMatchObject([{ label: email }]);
          const { agent: elsewhere } = await signIn(trusted, { login: person, email });
          expect(await userIdOf(elsewhere)).toBe(await userIdOf(agent));
        },
      };
    },

    async 'signInWithCode that connects'(person) {
      const email = addressOf(person);
      await app.signInByMail(email);
      const { agent } = await arrive(trusted, { login: person, email });
      const connect = await consentIn(app, agent);
      await app.client(agent).session.requestLink.mutate({ email, connect });
      const code = app.mailbox.codeOf(app.mailbox.last(email));
      return {
        step: () => app.client(agent).session.signInWithCode.mutate({ email, code, connect }),
        async recover() {
          // If the code is used up, the next code signs in, and the page asks again.
          await app.signInByMail(email, agent);
          await ignoreFailure(app.client(agent).accounts.resumeLink.mutate(connect));
          expect(await accountsOf(agent)).toMatchObject([{ label: email }]);
          expect(await app.deps.collections.pendingLinks.countDocuments({ email })).toBe(0);
        },
      };
    },

    async denyLink(person) {
      const email = addressOf(person);
      const agent = await app.signInByMail(email);
      await app.client(agent).session.signOut.mutate();
      await arrive(trusted, { login: person, email }, agent);
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
      const { code } = await app.requestMail(email, agent);
      return {
        tells: { kind: 'unverified-methods-removed', mail: 'Your address is confirmed' },
        step: () => app.client(agent).session.signInWithCode.mutate({ email, code }),
        async recover() {
          await app.signInByMail(email, agent);
          await expectNothingLeft(squatter, person, agent, granted);
          expect(await accountsOf(agent)).toEqual([]);
        },
      };
    },

    async 'first proof by a provider of an address that somebody else used'(person) {
      const { squatter, granted } = await squat(person);
      const answer = { login: `owner-${person}`, email: addressOf(person) };
      const agent = app.agent();
      const callback = await visitProvider(agent, trusted, answer);
      return {
        needsNewUser: true,
        step: () => agent.request(callback),
        async recover() {
          const { location } = await arrive(trusted, answer, agent);
          if (location.searchParams.get('error') === 'OAuthAccountNotLinked') {
            await app.signInByMail(answer.email, agent);
            await app.client(agent).accounts.resumeLink.mutate(await consentIn(app, agent));
          }
          await expectNothingLeft(squatter, person, agent, granted);
          expect(await accountsOf(agent)).toMatchObject([{ provider: 'trusted' }]);
        },
      };
    },
  };
}
