import { PENDING_SIGN_IN_MAX_AGE_MS } from '../../../server/domain/sign-in/pending-sign-ins.ts';
import { expect } from 'vitest';
import { runDueJobs } from '../../../server/domain/job-runner.ts';
import { completeIn, enrolUser, type EnrolledUser } from '../../users/enrolled-user.ts';
import type { HttpAgent } from '../../app/http-agent.ts';
import { PASSWORD } from '../../sign-in/passwords.ts';
import { wrongCode } from '../../sign-in/phones.ts';
import { beginSignIn } from '../../sign-in/second-step.ts';
import type { Flows, FlowWorld } from './flow-world.ts';

/** Flows from the first factor to the end of the pending sign-in. */
export function secondStepFlows(world: FlowWorld): Flows {
  const { app, trusted, visitProvider, addressOf, sessionOf, countActivity } = world;
  const pendingOf = (agent: HttpAgent) => app.client(agent).session.pending.query();
  const enrol = (person: string) => enrolUser(app, addressOf(person));

  /** Finishes the sign-in that waits in this browser, or begins another. */
  async function finish(
    agent: HttpAgent,
    person: EnrolledUser,
    begin: () => Promise<unknown>,
  ): Promise<void> {
    if (!(await sessionOf(agent))) {
      if (!(await pendingOf(agent))) await begin();
      await completeIn(app, agent, person);
    }
    expect(await sessionOf(agent)).toMatchObject({ aal: 2, user: { email: person.email } });
  }

  /** A person with a connected account, whose row has no tokens, as before the first sign-in. */
  async function enrolWithProvider(person: string) {
    const enrolled = await enrol(person);
    const answer = { login: person, email: enrolled.email };
    await enrolled.home.request(await visitProvider(enrolled.home, trusted, answer, true));
    const row = { provider: 'trusted', providerAccountId: person };
    await app.deps.collections.accounts.updateOne(row, { $set: { tokens: null } });
    const arrive = async (agent: HttpAgent) => agent.request(await visitProvider(agent, trusted, answer));
    const tokens = async () => (await app.deps.collections.accounts.findOne(row))?.tokens ?? null;
    return { enrolled, answer, arrive, tokens };
  }

  /** The preparation of a kill removes all jobs. Returns a function that restores the sign-in's job. */
  async function keepJob({ userId }: EnrolledUser): Promise<() => Promise<unknown>> {
    const { jobs } = app.deps.collections;
    const job = await jobs.findOne({ userId, kind: 'unfinished-sign-in' });
    if (!job) throw new Error('the pending sign-in has no job');
    // The test does it, so that it is no command of the flow.
    return () => app.db.collection('jobs').replaceOne({ _id: job._id }, job, { upsert: true });
  }

  return {
    async 'first factor before a second one'(name) {
      const person = await enrol(name);
      const agent = app.agent();
      const begin = () => beginSignIn(app, person.email, { agent });
      return {
        step: begin,
        async recover() {
          expect(await sessionOf(agent)).toBeNull();
          await finish(agent, person, begin);
          app.resetClock();
        },
      };
    },

    async 'first factor at a provider before a second one'(name) {
      const { enrolled, answer, arrive, tokens } = await enrolWithProvider(name);
      const agent = app.agent();
      const callback = await visitProvider(agent, trusted, answer);
      return {
        needsNewUser: true,
        step: () => agent.request(callback),
        async recover() {
          expect([await sessionOf(agent), await tokens()]).toEqual([null, null]);
          await finish(agent, enrolled, () => arrive(agent));
          expect(await tokens()).not.toBeNull();
          app.resetClock();
        },
      };
    },

    async 'second factor after a provider'(name) {
      const { enrolled, arrive, tokens } = await enrolWithProvider(name);
      const agent = app.agent();
      await arrive(agent);
      return {
        step: () => completeIn(app, agent, enrolled),
        async recover() {
          await finish(agent, enrolled, () => arrive(agent));
          // A kill between the session and the tokens leaves none. The next sign-in stores them.
          if ((await tokens()) === null) {
            const again = app.agent();
            await arrive(again);
            await completeIn(app, again, enrolled);
          }
          expect(await tokens()).not.toBeNull();
          app.resetClock();
        },
      };
    },

    async 'verification in two steps'(name) {
      const person = await enrol(name);
      const { older } = person;
      const { session, secondFactor } = app.client(older);
      const begin = () => session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
      await begin();
      return {
        step: () => completeIn(app, older, person),
        async recover() {
          if ((await sessionOf(older))?.aal === 1) {
            if (!(await pendingOf(older))) await begin();
            await completeIn(app, older, person);
          }
          expect((await secondFactor.createRecoveryCodes.mutate()).recoveryCodes).toHaveLength(10);
          app.resetClock();
        },
      };
    },

    async 'fifth wrong answer'(name) {
      const person = await enrol(name);
      const agent = await beginSignIn(app, person.email);
      const { session } = app.client(agent);
      const restore = await keepJob(person);
      const code = wrongCode(person.authenticator.code());
      for (let wrong = 0; wrong < 4; wrong++) await session.completeSignIn.mutate({ code }).catch(() => null);
      return {
        step: () => session.completeSignIn.mutate({ code }),
        // The last try may still be there. It is never given twice.
        repeats: true,
        async recover() {
          expect(await pendingOf(agent)).toBeNull();
          // After a kill before the notice, the job at the expiry gives it.
          await restore();
          app.advance(PENDING_SIGN_IN_MAX_AGE_MS);
          expect(await countActivity(person.email, 'first-factor-passed')).toBe(1);
        },
      };
    },

    async 'expiry of an unfinished sign-in'(name) {
      const person = await enrol(name);
      await beginSignIn(app, person.email);
      const restore = await keepJob(person);
      const expire = async () => {
        await restore();
        app.advance(PENDING_SIGN_IN_MAX_AGE_MS);
        await runDueJobs(app.deps);
      };
      return {
        step: expire,
        async recover() {
          await expire();
          expect(await countActivity(person.email, 'first-factor-passed')).toBe(1);
        },
      };
    },
  };
}
