import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { ADMINISTRATOR_LEAVES_WITHIN_MS, SECURITY_EVENT_UNSETTLED_AFTER_MS } from '../../../shared/limits.ts';
import { authorityOf, NO_CLIENT, type SignedInPerson } from '../../../testing/app/signed-in-people.ts';
import { startSession } from '../../../testing/app/sessions.ts';
import { storeSecondFactors } from '../../../testing/app/lost-second-factor.ts';
import { SHOP_CONFIGURATION } from '../../../testing/app/own-fields.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/app/unique-name.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { killPositions, someOf } from '../../../testing/faults/kill-positions.ts';
import type { Authority } from '../rules/authority.ts';
import { isSuspended } from '../rules/access.ts';
import { runDueJobs } from '../job-runner.ts';
import { findOrCreateUserByProvenEmail } from '../users/users.ts';
import { setPersonData, updatePerson } from './people-changes.ts';
import { createPerson } from './person-creation.ts';
import { deletePerson } from './person-deletion.ts';
import { endPersonSessions, removePersonSecondFactor } from './person-security.ts';
import { setRoles } from './roles.ts';
import { resumePerson, suspendPerson } from './suspensions.ts';

const faults = createFaultInjector();
let app: TestApp;

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

beforeAll(async () => {
  app = await createTestApp({ faults, configuration: SHOP_CONFIGURATION });
});
afterAll(() => app.close());

/** An administrator, and the person whom the step changes: an administrator, too, where the step begins with one. */
interface Cast {
  readonly by: Authority;
  readonly person: SignedInPerson;
}

interface Flow {
  readonly isAdministrator?: true;
  prepare?(cast: Cast): Promise<unknown>;
  step(cast: Cast): Promise<unknown>;
  /** What is true when the step is done, perhaps after it was called again. */
  isDone(person: SignedInPerson): Promise<boolean>;
  readonly audit: string;
  /** How many mails it sends. */
  readonly mails: number;
}

const userOf = ({ userId }: SignedInPerson) => app.deps.collections.users.findOne({ _id: userId });
const suspension = { reason: 'Spam', until: null };
const suspend: Flow = {
  step: ({ by, person: { id } }) => suspendPerson(app.deps, by, { id, ...suspension }, NO_CLIENT),
  isDone: async (person) => (await userOf(person))?.suspension !== undefined,
  audit: 'user-suspended',
  mails: 1,
};
const remove: Flow = {
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

const FLOWS: Readonly<Record<string, Flow>> = {
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
    step: ({ by, person: { id } }) => setPersonData(app.deps, by, { id, data: { plan: 'paid' } }, NO_CLIENT),
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
  app.advance(2 * Math.max(SECURITY_EVENT_UNSETTLED_AFTER_MS, ADMINISTRATOR_LEAVES_WITHIN_MS));
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

async function play(flow: Flow, n: number): Promise<{ struck: boolean; effects: readonly boolean[] }> {
  const { users, audit, jobs } = app.deps.collections;
  await app.resetLimits();
  const administrator = await aPersonWithSession({ isAdministrator: true });
  const person = await aPersonWithSession({ isAdministrator: flow.isAdministrator === true });
  const cast = { by: await authorityOf(app, administrator), person };
  await flow.prepare?.(cast);
  await jobs.deleteMany({});
  app.mailbox.clear();

  faults.arm('killed', n);
  await flow.step(cast).catch(() => null);
  const { commands, effects, struck } = faults.disarm();
  const where = `killed at ${n} of ${commands.join(', ')}`;
  await expectAnAdministrator();
  // The answer was lost, so the administrator looks, and asks again where it is not done.
  if (!(await flow.isDone(person))) await flow.step(cast);
  await afterAWhile(() => runDueJobs(app.deps));
  await expectAnAdministrator();
  const row = { 'subject.id': person.userId, action: flow.audit } as const;
  expect({ where, done: await flow.isDone(person), rows: await audit.countDocuments(row as object) }).toEqual(
    { where, done: true, rows: 1 },
  );
  const sent = app.mailbox.messages.filter(({ to }) => to === person.email || to === other.get(person.id));
  expect({ where, mails: new Set(sent.map(({ messageId }) => messageId)).size }).toEqual({
    where,
    mails: flow.mails,
  });
  expect(await users.countDocuments({ 'announcements.0': { $exists: true } })).toBe(0);
  return { struck, effects };
}

describe('a kill after any command (security.md R2)', () => {
  it.each(Object.entries(FLOWS))(
    'of "%s" leaves a state that the next try completes',
    { timeout: 120_000 },
    async (_, flow) => {
      const positions = someOf(killPositions((await play(flow, Number.POSITIVE_INFINITY)).effects));
      for (const n of positions)
        expect({ n, struck: (await play(flow, n)).struck }).toEqual({ n, struck: true });
      expect(positions.length).toBeGreaterThan(1);
      expect(await brokenInvariants(app.db)).toEqual([]);
    },
  );

  it('of "users.create" loses no invitation', { timeout: 120_000 }, async () => {
    for (let n = 0, struck = true; struck; n++) {
      await app.resetLimits();
      const { jobs, audit } = app.deps.collections;
      await jobs.deleteMany({});
      app.mailbox.clear();
      const email = uniqueEmail();
      const by = await authorityOf(app, await aPersonWithSession({ isAdministrator: true }));
      const create = () => createPerson(app.deps, by, { email, emailProven: false }, NO_CLIENT);
      faults.arm('killed', n);
      await create().catch(() => null);
      struck = faults.disarm().struck;
      if (!(await app.deps.collections.users.findOne({ email }))) await create();
      await afterAWhile(() => runDueJobs(app.deps));
      expect(await audit.countDocuments({ action: 'user-created', 'after.email': email })).toBe(1);
      const sent = app.mailbox.messages.filter(({ to }) => to === email);
      expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1);
      const token = new URL(app.mailbox.linkOf(app.mailbox.last(email))).searchParams.get('token') ?? '';
      const { status } = await app.client(app.agent()).session.confirmLink.mutate({ email, token });
      expect(status).toBe('signed-in');
    }
  });
});
