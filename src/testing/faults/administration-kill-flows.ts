import { expect } from 'vitest';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { ADMINISTRATOR_LEAVES_WITHIN_MS } from '../../server/domain/authority/administrators.ts';
import { OUTBOX_LEFT_AFTER_MS } from '../../server/domain/activity/security-events.ts';
import { setPersonData, updatePerson } from '../../server/domain/administration/people-changes.ts';
import { createPerson } from '../../server/domain/administration/person-creation.ts';
import { deletePerson } from '../../server/domain/administration/person-deletion.ts';
import {
  endPersonSessions,
  removePersonSecondFactor,
} from '../../server/domain/administration/person-security.ts';
import { setRoles } from '../../server/domain/administration/roles.ts';
import { resumePerson, suspendPerson } from '../../server/domain/administration/suspensions.ts';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { isSuspended } from '../../server/domain/rules/access.ts';
import type { Authority } from '../../server/domain/rules/authority.ts';
import { findOrCreateUserByProvenEmail } from '../../server/domain/users/users.ts';
import { storeSecondFactors } from '../app/lost-second-factor.ts';
import { SHOP_CONFIGURATION } from '../app/own-fields.ts';
import { startSession } from '../app/sessions.ts';
import { authorityOf, NO_CLIENT, type SignedInPerson } from '../app/signed-in-people.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../app/test-app.ts';
import { uniqueEmail } from '../app/unique-name.ts';
import type { FaultInjector } from './faults.ts';
import type { Flow, MakeFlow } from './mail-kill-flows.ts';

/** An administrator, and the person whom the step changes: an administrator, too, where the step begins with one. */
interface Cast {
  readonly by: Authority;
  readonly person: SignedInPerson;
}

interface Change {
  readonly isAdministrator?: true;
  prepare?(cast: Cast): Promise<unknown>;
  step(cast: Cast): Promise<unknown>;
  /** What is true when the step is done, perhaps after it was called again. */
  isDone(person: SignedInPerson): Promise<boolean>;
  readonly audit: string;
  /** How many mails it sends. */
  readonly mails: number;
}

export interface AdministrationKillFlows {
  readonly app: TestApp;
  readonly flows: Readonly<Record<string, MakeFlow>> & { readonly 'users.create': MakeFlow };
  /** Answers the flow with new people. */
  prepare(make: MakeFlow): Promise<Flow>;
  close(): Promise<void>;
}

/** An app and all flows of its administrators, which the tests kill at each step. */
export async function startAdministrationKillFlows(
  faults: FaultInjector,
  database: Pick<TestAppOptions, 'databaseUri' | 'patientDatabase'> = {},
): Promise<AdministrationKillFlows> {
  const app = await createTestApp({ ...database, faults, configuration: SHOP_CONFIGURATION });

  /** Somebody who has signed in, without the requests of a sign-in, because each kill begins with new people. */
  async function aPersonWithSession({
    isAdministrator,
  }: {
    isAdministrator: boolean;
  }): Promise<SignedInPerson> {
    const { users, administrators } = app.deps.collections;
    const email = uniqueEmail();
    const { user } = await findOrCreateUserByProvenEmail(app.deps, email, NO_CLIENT);
    const { _id } = user;
    if (isAdministrator) {
      await users.updateOne({ _id }, { $set: { roles: [ADMINISTRATOR] } });
      await administrators.updateOne(
        { _id: 'administrators' },
        { $addToSet: { members: _id } },
        { upsert: true },
      );
    }
    const agent = app.agent();
    agent.cookies.set('foyer.session', (await startSession(app.deps, user)).token);
    return { id: _id.toHexString(), userId: _id, email, agent };
  }

  const userOf = ({ userId }: SignedInPerson) => app.deps.collections.users.findOne({ _id: userId });
  const suspension = { reason: 'Spam', until: null };
  const suspend: Change = {
    step: ({ by, person: { id } }) => suspendPerson(app.deps, by, { id, ...suspension }, NO_CLIENT),
    isDone: async (person) => (await userOf(person))?.suspension !== undefined,
    audit: 'user-suspended',
    mails: 1,
  };
  const remove: Change = {
    step: ({ by, person: { id } }) => deletePerson(app.deps, by, { id, reason: 'Spam' }, NO_CLIENT),
    // The job runner removes the tombstone at last.
    async isDone(person) {
      const user = await userOf(person);
      return user === null || user.deletedAt !== undefined;
    },
    audit: 'user-deleted',
    mails: 1,
  };
  const other = new Map<string, string>();

  const changes: Readonly<Record<string, Change>> = {
    'users.suspend': suspend,
    'users.suspend of an administrator': { ...suspend, isAdministrator: true },
    'users.resume of an administrator': {
      isAdministrator: true,
      prepare: ({ by, person: { id } }) => suspendPerson(app.deps, by, { id, ...suspension }, NO_CLIENT),
      step: ({ by, person: { id } }) => resumePerson(app.deps, by, { id }, NO_CLIENT),
      isDone: async (person) => (await userOf(person))?.suspension === undefined,
      audit: 'user-resumed',
      mails: 1,
    },
    'users.setRoles that gives the role of an administrator': {
      step: ({ by, person: { id } }) => setRoles(app.deps, by, { id, roles: [ADMINISTRATOR] }, NO_CLIENT),
      isDone: async (person) => (await userOf(person))?.roles?.includes(ADMINISTRATOR) === true,
      audit: 'user-roles-changed',
      mails: 1,
    },
    'users.setRoles that takes it': {
      isAdministrator: true,
      step: ({ by, person: { id } }) => setRoles(app.deps, by, { id, roles: [] }, NO_CLIENT),
      isDone: async (person) => (await userOf(person))?.roles?.length === 0,
      audit: 'user-roles-changed',
      mails: 1,
    },
    'users.delete': remove,
    'users.delete of an administrator': { ...remove, isAdministrator: true },
    'users.endSessions': {
      step: ({ by, person: { id } }) => endPersonSessions(app.deps, by, { id, reason: 'Stolen' }, NO_CLIENT),
      isDone: async (person) => (await userOf(person))?.sessions?.length === 0,
      audit: 'user-sessions-ended',
      mails: 1,
    },
    'users.removeSecondFactor': {
      prepare: ({ person: { id, userId } }) => storeSecondFactors(app, userId, id),
      step: ({ by, person: { id } }) =>
        removePersonSecondFactor(app.deps, by, { id, reason: 'Lost phone' }, NO_CLIENT),
      isDone: async (person) => (await userOf(person))?.secondFactorRemoval !== undefined,
      audit: 'user-second-factor-removal-requested',
      mails: 1,
    },
    'users.setData': {
      step: ({ by, person: { id } }) =>
        setPersonData(app.deps, by, { id, data: { plan: 'paid' } }, NO_CLIENT),
      isDone: async (person) => (await userOf(person))?.data?.['plan'] === 'paid',
      audit: 'user-data-changed',
      mails: 0,
    },
    'users.update of a name': {
      step: ({ by, person: { id } }) => updatePerson(app.deps, by, { id, name: 'Grace' }, NO_CLIENT),
      isDone: async (person) => (await userOf(person))?.name === 'Grace',
      audit: 'user-updated',
      mails: 0,
    },
    'users.update of an address': {
      step({ by, person: { id } }) {
        const email = other.get(id) ?? uniqueEmail();
        other.set(id, email);
        return updatePerson(app.deps, by, { id, email }, NO_CLIENT);
      },
      isDone: async (person) => (await userOf(person))?.email === other.get(person.id),
      audit: 'user-updated',
      mails: 2,
    },
  };

  async function afterAWhile(work: () => Promise<unknown>): Promise<void> {
    app.advance(2 * Math.max(OUTBOX_LEFT_AFTER_MS, ADMINISTRATOR_LEAVES_WITHIN_MS));
    try {
      await work();
    } finally {
      app.resetClock();
    }
  }

  /** Too few may be counted, never too many, and somebody stays. */
  async function expectAnAdministrator(): Promise<void> {
    const { users, administrators } = app.deps.collections;
    const stored = await administrators.findOne({ _id: 'administrators' });
    const holders = await users.find({ roles: ADMINISTRATOR, deletedAt: { $exists: false } }).toArray();
    const active = holders
      .filter((user) => !isSuspended(user, app.deps.now()))
      .map(({ _id }) => _id.toHexString());
    expect(active.length).toBeGreaterThan(0);
    expect(active).toEqual(expect.arrayContaining((stored?.members ?? []).map((id) => id.toHexString())));
  }

  /** The messages to this person. A message that was sent twice has one id. */
  const countMails = (...addresses: (string | undefined)[]) =>
    new Set(app.mailbox.messages.filter(({ to }) => addresses.includes(to)).map(({ messageId }) => messageId))
      .size;

  async function makeFlow(change: Change): Promise<Flow> {
    const administrator = await aPersonWithSession({ isAdministrator: true });
    const person = await aPersonWithSession({ isAdministrator: change.isAdministrator === true });
    const cast = { by: await authorityOf(app, administrator), person };
    await change.prepare?.(cast);
    return {
      needsNewPerson: true,
      step: () => change.step(cast),
      async recover() {
        const { users, audit } = app.deps.collections;
        await expectAnAdministrator();
        // The answer was lost, so the administrator looks, and asks again where it is not done.
        if (!(await change.isDone(person))) await change.step(cast);
        await afterAWhile(() => runDueJobs(app.deps));
        await expectAnAdministrator();
        const row = { 'subject.id': person.userId, action: change.audit } as const;
        expect({
          done: await change.isDone(person),
          rows: await audit.countDocuments(row as object),
          mails: countMails(person.email, other.get(person.id)),
        }).toEqual({ done: true, rows: 1, mails: change.mails });
        expect(await users.countDocuments({ 'outbox.0': { $exists: true } })).toBe(0);
      },
    };
  }

  async function creation(): Promise<Flow> {
    const { users, audit } = app.deps.collections;
    const email = uniqueEmail();
    const by = await authorityOf(app, await aPersonWithSession({ isAdministrator: true }));
    const create = () => createPerson(app.deps, by, { email, emailProven: false }, NO_CLIENT);
    return {
      needsNewPerson: true,
      step: create,
      async recover() {
        if (!(await users.findOne({ email }))) await create();
        await afterAWhile(() => runDueJobs(app.deps));
        expect(await audit.countDocuments({ action: 'user-created', 'after.email': email })).toBe(1);
        expect(countMails(email)).toBe(1);
        const token = new URL(app.mailbox.linkOf(app.mailbox.last(email))).searchParams.get('token') ?? '';
        const { status } = await app.client(app.agent()).session.confirmLink.mutate({ email, token });
        expect(status).toBe('signed-in');
      },
    };
  }

  const ofChanges = Object.entries(changes).map(([name, change]) => [name, () => makeFlow(change)] as const);
  return {
    app,
    flows: { ...Object.fromEntries(ofChanges), 'users.create': creation },
    async prepare(make) {
      await app.resetLimits();
      const flow = await make('');
      await app.deps.collections.jobs.deleteMany({});
      app.mailbox.clear();
      return flow;
    },
    close: () => app.close(),
  };
}
