import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import { JOB_LEASE_MS } from '../../../shared/limits.ts';
import { deleteAccount, TOMBSTONE_MIN_AGE_MS } from '../../../server/domain/privacy/account-deletion.ts';
import { runDueJobs } from '../../../server/domain/job-runner.ts';
import { openTokens } from '../../../server/domain/providers/provider-tokens.ts';
import type { Flows, FlowWorld } from './flow-world.ts';
import { aNumber, verifyNumber } from '../../sign-in/phones.ts';
import { makeToken } from '../../users/access-tokens.ts';
import { actorOf } from '../../users/sessions.ts';
import { documentsNaming } from '../../database/documents-naming.ts';
import { NO_REQUEST } from '../../../server/domain/rules/request-context.ts';

/** Flows that delete an account. Only the job finishes them. */
export function deletionFlows(world: FlowWorld): Flows {
  const { app, faults, trusted, untrusted, revoked, arrive, signIn, addressOf, userIdOf } = world;

  /** A person with two connections and a third that waits, a phone number, an access token and open codes. */
  async function prepare(person: string) {
    const email = addressOf(person);
    const { agent } = await signIn(trusted, { login: person, email });
    await arrive(untrusted, { login: `${person}-too` }, agent, true);
    await signIn(trusted, { login: `${person}-waiting`, email });
    const { phone, session } = app.client(agent);
    const number = aNumber();
    await verifyNumber(app, agent, number);
    await phone.set.mutate({ phone: aNumber() });
    await session.reauthenticate.mutate({ method: 'email' });
    await app.client(app.agent()).session.requestLink.mutate({ email });
    await makeToken(app, agent, { name: person });
    const id = (await userIdOf(agent)) ?? '';
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
  type Prepared = Awaited<ReturnType<typeof prepare>>;

  /** Time passes and the job finishes. Then the person comes back as a new user. */
  async function expectGone(
    person: string,
    { agent, email, id, granted, traits, numbers }: Prepared,
  ): Promise<void> {
    expect(await userIdOf(agent)).toBeUndefined();
    app.advance(TOMBSTONE_MIN_AGE_MS + JOB_LEASE_MS);
    try {
      await runDueJobs(app.deps);
      const { rate_limits: _sends, events: _ids, ...left } = await documentsNaming(app.db, traits);
      expect(left).toEqual({});
      // Events stay. They contain no address and no number.
      expect(await documentsNaming(app.db, [email, ...numbers])).not.toHaveProperty('events');
    } finally {
      app.resetClock();
    }
    expect(new Set(revoked.splice(0))).toEqual(new Set(granted));
    const confirmations = app.mailbox.messages.filter((mail) => mail.subject.includes('was deleted'));
    // After a kill, the mail may be sent twice, but with one message id, so mail programs show it once.
    expect(new Set(confirmations.map(({ to, messageId }) => `${to} ${messageId}`)).size).toBe(1);
    expect(confirmations[0]?.to).toBe(email);
    await signIn(trusted, { login: person, email }, agent);
    expect([id, undefined]).not.toContain(await userIdOf(agent));
    expect(await app.client(agent).accounts.list.query()).toHaveLength(1);
  }

  return {
    async 'data.deleteAccount'(person) {
      const prepared = await prepare(person);
      const { agent } = prepared;
      const leave = () => app.client(agent).data.deleteAccount.mutate({ confirm: 'delete my account' });
      return {
        step: leave,
        async recover() {
          if ((await userIdOf(agent)) !== undefined) {
            // The deciding write did not run, so nothing is lost.
            expect(await app.client(agent).accounts.list.query()).toHaveLength(2);
            expect((await app.client(agent).phone.get.query()).phone).not.toBeNull();
            await leave();
          }
          await expectGone(person, prepared);
        },
      };
    },

    async 'finishing a deletion that was killed'(person) {
      const prepared = await prepare(person);
      const actor = await actorOf(app.deps, prepared.agent);
      // Two commands remove the links, the third decides.
      faults.arm('killed', 3);
      await deleteAccount(app.deps, actor, 'delete my account', NO_REQUEST).catch(() => null);
      expect(faults.disarm().commands[2]).toBe('users.findOneAndUpdate');
      return {
        async step() {
          app.advance(TOMBSTONE_MIN_AGE_MS);
          await runDueJobs(app.deps);
        },
        recover: () => expectGone(person, prepared),
      };
    },
  };
}
