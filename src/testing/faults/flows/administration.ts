import { OUTBOX_LEFT_AFTER_MS } from '../../../server/domain/activity/security-events.ts';
import { ADMINISTRATOR_LEAVES_WITHIN_MS } from '../../../server/domain/authority/administrators.ts';
import { expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import type { AuditAction } from '../../../server/database/administration-documents.ts';
import type { UserDocument } from '../../../server/database/user-documents.ts';
import { setUserData, updateUser } from '../../../server/domain/administration/user-changes.ts';
import { createUser } from '../../../server/domain/administration/user-creation.ts';
import { deleteOtherUser } from '../../../server/domain/administration/user-deletion.ts';
import {
  endUserSessions,
  removeUserSecondFactor,
} from '../../../server/domain/administration/user-security.ts';
import { setRoles } from '../../../server/domain/administration/roles.ts';
import { resumeUser, suspendUser } from '../../../server/domain/administration/suspensions.ts';
import type { Authority } from '../../../server/domain/rules/authority.ts';
import { storeSecondFactors } from '../../sign-in/lost-second-factor.ts';
import {
  activeAdministrators,
  expectCountedAreActive,
  makeAdministrator,
} from '../../users/administrators.ts';
import { aSignedInUser, authorityOf, type SignedInUser } from '../../users/signed-in-users.ts';
import { uniqueEmail } from '../../run/unique-name.ts';
import type { Flows, FlowWorld, MakeFlow } from './flow-world.ts';
import { NO_REQUEST } from '../../../server/domain/rules/request-context.ts';

/** An administrator, and the person whom the step changes, who may be an administrator at first. */
interface Cast {
  readonly by: Authority;
  readonly person: SignedInUser;
  readonly nextEmail: string;
}

interface Change {
  readonly isAdministrator?: true;
  prepare?(cast: Cast): Promise<unknown>;
  step(cast: Cast): Promise<unknown>;
  /** Whether the step is done, perhaps after a second call. */
  isDone(user: UserDocument | null, cast: Cast): boolean;
  readonly audit: AuditAction;
  /** The number of sent mails; by default, one. */
  readonly mails?: number;
}

export function administrationFlows({ app, runJobsLater }: FlowWorld): Flows {
  const { users, audit } = app.deps.collections;
  const suspension = { reason: 'Spam', until: null };

  const suspend: Change = {
    step: ({ by, person: { id } }) => suspendUser(app.deps, by, { id, ...suspension }, NO_REQUEST),
    isDone: (user) => user?.suspension !== undefined,
    audit: 'user-suspended',
  };
  const remove: Change = {
    step: ({ by, person: { id } }) => deleteOtherUser(app.deps, by, { id, reason: 'Spam' }, NO_REQUEST),
    // At the end, the job runner removes the tombstone.
    isDone: (user) => user === null || user.deletedAt !== undefined,
    audit: 'user-deleted',
  };
  const changes: Readonly<Record<string, Change>> = {
    'users.suspend': suspend,
    'users.suspend of an administrator': { ...suspend, isAdministrator: true },
    'users.resume of an administrator': {
      isAdministrator: true,
      prepare: suspend.step,
      step: ({ by, person: { id } }) => resumeUser(app.deps, by, { id }, NO_REQUEST),
      isDone: (user) => user?.suspension === undefined,
      audit: 'user-resumed',
    },
    'users.setRoles that gives the role of an administrator': {
      step: ({ by, person: { id } }) => setRoles(app.deps, by, { id, roles: [ADMINISTRATOR] }, NO_REQUEST),
      isDone: (user) => user?.roles?.includes(ADMINISTRATOR) === true,
      audit: 'user-roles-changed',
    },
    'users.setRoles that takes it': {
      isAdministrator: true,
      step: ({ by, person: { id } }) => setRoles(app.deps, by, { id, roles: [] }, NO_REQUEST),
      isDone: (user) => user?.roles?.length === 0,
      audit: 'user-roles-changed',
    },
    'users.delete': remove,
    'users.delete of an administrator': { ...remove, isAdministrator: true },
    'users.endSessions': {
      step: ({ by, person: { id } }) => endUserSessions(app.deps, by, { id, reason: 'Stolen' }, NO_REQUEST),
      isDone: (user) => user?.sessions?.length === 0,
      audit: 'user-sessions-ended',
    },
    'users.removeSecondFactor': {
      prepare: ({ person: { id, userId } }) => storeSecondFactors(app, userId, id),
      step: ({ by, person: { id } }) =>
        removeUserSecondFactor(app.deps, by, { id, reason: 'Lost phone' }, NO_REQUEST),
      isDone: (user) => user?.secondFactorRemoval !== undefined,
      audit: 'user-second-factor-removal-requested',
    },
    'users.setData': {
      step: ({ by, person: { id } }) => setUserData(app.deps, by, { id, data: { plan: 'paid' } }, NO_REQUEST),
      isDone: (user) => user?.data?.['plan'] === 'paid',
      audit: 'user-data-changed',
      mails: 0,
    },
    'users.update of a name': {
      step: ({ by, person: { id } }) => updateUser(app.deps, by, { id, name: 'Grace' }, NO_REQUEST),
      isDone: (user) => user?.name === 'Grace',
      audit: 'user-updated',
      mails: 0,
    },
    'users.update of an address': {
      step: ({ by, person: { id }, nextEmail: email }) => updateUser(app.deps, by, { id, email }, NO_REQUEST),
      isDone: (user, { nextEmail }) => user?.email === nextEmail,
      audit: 'user-updated',
      mails: 2,
    },
  };

  const runJobsOf = () => runJobsLater(2 * Math.max(OUTBOX_LEFT_AFTER_MS, ADMINISTRATOR_LEAVES_WITHIN_MS));

  /** Too few administrators may be counted, but never too many or none. */
  async function expectAnAdministrator(): Promise<void> {
    expect(await activeAdministrators(app)).not.toEqual([]);
    await expectCountedAreActive(app);
  }

  /** The messages to these addresses. A message that was sent twice has one id. */
  const countMails = (...addresses: string[]) =>
    new Set(app.mailbox.messages.filter(({ to }) => addresses.includes(to)).map(({ messageId }) => messageId))
      .size;

  const flowOf =
    (change: Change): MakeFlow =>
    async () => {
      const by = await authorityOf(app, await makeAdministrator(app));
      const person = change.isAdministrator ? await makeAdministrator(app) : await aSignedInUser(app);
      const cast = { by, person, nextEmail: uniqueEmail() };
      await change.prepare?.(cast);
      const isDone = async () => change.isDone(await users.findOne({ _id: person.userId }), cast);
      return {
        step: () => change.step(cast),
        async isDone() {
          await expectAnAdministrator();
          return isDone();
        },
        async recover() {
          await runJobsOf();
          await expectAnAdministrator();
          expect({
            done: await isDone(),
            rows: await audit.countDocuments({ 'subject.id': person.userId, action: change.audit }),
            mails: countMails(person.email, cast.nextEmail),
          }).toEqual({ done: true, rows: 1, mails: change.mails ?? 1 });
          expect(await users.countDocuments({ 'outbox.0': { $exists: true } })).toBe(0);
        },
      };
    };

  return {
    ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, flowOf(change)])),

    async 'users.create'() {
      const email = uniqueEmail();
      const by = await authorityOf(app, await makeAdministrator(app));
      return {
        step: () => createUser(app.deps, by, { email, emailVerified: false }, NO_REQUEST),
        isDone: async () => (await users.findOne({ email })) !== null,
        async recover() {
          await runJobsOf();
          expect(await audit.countDocuments({ action: 'user-created', 'after.email': email })).toBe(1);
          expect(countMails(email)).toBe(1);
          const token = app.mailbox.tokenOf(app.mailbox.last(email));
          const { status } = await app.client(app.agent()).session.confirmLink.mutate({ email, token });
          expect(status).toBe('signed-in');
        },
      };
    },
  };
}
