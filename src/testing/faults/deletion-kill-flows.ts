import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import { DAY_MS, JOB_LEASE_MS } from '../../shared/limits.ts';
import { TOMBSTONE_MIN_AGE_MS, deleteAccount } from '../../server/domain/privacy/account-deletion.ts';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { openTokens } from '../../server/domain/providers/provider-tokens.ts';
import type { FaultInjector } from './faults.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import type { IdentityProvider } from '../app/identity-provider.ts';
import type { MakeFlow } from './mail-kill-flows.ts';
import { aNumber, verifyNumber } from '../app/phones.ts';
import { startWalks } from '../app/provider-walks.ts';
import { actorOf } from '../app/sessions.ts';
import type { TestApp } from '../app/test-app.ts';
import { tracesOf } from '../app/traces.ts';

const CLIENT = { ip: null, userAgent: null, locale: 'en', proofOfWork: null } as const;

interface World {
  readonly app: TestApp;
  readonly faults: FaultInjector;
  readonly trusted: IdentityProvider;
  readonly untrusted: IdentityProvider;
  /** The tokens that were revoked at a provider, once for each call. */
  readonly revoked: string[];
}

/** Flows that delete an account, which the tests kill at each step. Only the job finishes the deletion. */
export function deletionFlows(world: World): Readonly<Record<string, MakeFlow>> {
  const { app, faults, trusted, untrusted, revoked } = world;
  const { walk, signIn } = startWalks(app);
  const addressOf = (person: string) => `${person}@example.test`;
  const userOf = async (agent: HttpAgent) => (await app.client(agent).session.get.query())?.user.id;

  /** A person with two connections and a third that waits, a phone number, an access token and open codes. */
  async function settle(person: string) {
    const email = addressOf(person);
    const { agent } = await signIn(trusted, { login: person, email });
    await agent.request(await walk(agent, untrusted, { login: `${person}-too` }, true));
    await signIn(trusted, { login: `${person}-waiting`, email });
    const { accessTokens, phone, session } = app.client(agent);
    const number = aNumber();
    await verifyNumber(app, agent, number);
    await phone.set.mutate({ phone: aNumber() });
    await session.reauthenticate.mutate({ method: 'email' });
    await app.client(app.agent()).session.requestLink.mutate({ email });
    await accessTokens.create.mutate({
      name: person,
      scopes: ['profile:read'],
      expires: new Date(app.deps.now().getTime() + DAY_MS).toISOString(),
    });
    const id = (await userOf(agent)) ?? '';
    const { accounts, pendingLinks } = app.deps.collections;
    const rows = [
      ...(await accounts.find({ userId: new ObjectId(id) }).toArray()),
      ...(await pendingLinks.find({ email }).toArray()),
    ];
    const granted = rows.flatMap((row) => {
      const tokens = openTokens(app.deps, row, row.tokens);
      return [tokens?.refreshToken, tokens?.accessToken];
    });
    expect(granted).toHaveLength(6);
    return { agent, email, id, granted, traits: [id, person, number], numbers: [number] };
  }
  type Settled = Awaited<ReturnType<typeof settle>>;

  /** The person does not ask again: time passes and the job finishes. Then the person comes back as a new user. */
  async function expectGone(
    person: string,
    { agent, email, id, granted, traits, numbers }: Settled,
  ): Promise<void> {
    expect(await userOf(agent)).toBeUndefined();
    app.advance(TOMBSTONE_MIN_AGE_MS + JOB_LEASE_MS);
    try {
      await runDueJobs(app.deps);
      const { rate_limits: _sends, events: _ids, ...left } = await tracesOf(app.db, traits);
      expect(left).toEqual({});
      // Events stay. They name no address and no number.
      expect(await tracesOf(app.db, [email, ...numbers])).not.toHaveProperty('events');
    } finally {
      app.resetClock();
    }
    expect(new Set(revoked.splice(0))).toEqual(new Set(granted));
    const confirmations = app.mailbox.messages.filter((mail) => mail.subject.includes('was deleted'));
    // After a kill, it may be sent twice, but with the same message id, so mail programs show it once.
    expect(new Set(confirmations.map(({ to, messageId }) => `${to} ${messageId}`)).size).toBe(1);
    expect(confirmations[0]?.to).toBe(email);
    await signIn(trusted, { login: person, email }, agent);
    expect([id, undefined]).not.toContain(await userOf(agent));
    expect(await app.client(agent).accounts.list.query()).toHaveLength(1);
  }

  return {
    async 'data.deleteAccount'(person) {
      const settled = await settle(person);
      const { agent } = settled;
      const leave = () => app.client(agent).data.deleteAccount.mutate({ confirm: 'delete my account' });
      return {
        step: leave,
        async recover() {
          if ((await userOf(agent)) !== undefined) {
            // The deciding write did not run, so nothing is lost.
            expect(await app.client(agent).accounts.list.query()).toHaveLength(2);
            expect((await app.client(agent).phone.get.query()).phone).not.toBeNull();
            await leave();
          }
          await expectGone(person, settled);
        },
      };
    },

    async 'finishing a deletion that was killed'(person) {
      const settled = await settle(person);
      const actor = await actorOf(app.deps, settled.agent);
      // Two commands remove the links, the third decides.
      faults.arm('killed', 3);
      await deleteAccount(app.deps, actor, 'delete my account', CLIENT).catch(() => null);
      expect(faults.disarm().commands[2]).toBe('users.findOneAndUpdate');
      return {
        async step() {
          app.advance(TOMBSTONE_MIN_AGE_MS);
          await runDueJobs(app.deps);
        },
        recover: () => expectGone(person, settled),
      };
    },
  };
}
