import type { ObjectId } from 'mongodb';
import type { Session } from '../../shared/schemas/session.ts';
import type { AuditDocument } from '../../server/database/administration-documents.ts';
import type { UserDocument } from '../../server/database/user-documents.ts';
import { makeAdministrator, type TestAdministrator } from './administrators.ts';
import type { HttpAgent } from './http-agent.ts';
import { actorOf } from './sessions.ts';
import type { TestApp } from './test-app.ts';
import { uniqueEmail } from './unique-name.ts';

export const REASON = 'Ticket 4711';

/** A person who is signed in in `agent`. */
export interface TestUser {
  readonly id: string;
  readonly userId: ObjectId;
  readonly email: string;
  readonly agent: HttpAgent;
}

export async function makeUser(app: TestApp): Promise<TestUser> {
  const email = uniqueEmail();
  const agent = await app.signInByMail(email);
  const { user } = await actorOf(app.deps, agent);
  app.mailbox.clear();
  return { id: user._id.toHexString(), userId: user._id, email, agent };
}

/** An administrator who acts as a person. `ownToken` is the cookie of the administrator's own session. */
export interface TestImpersonation {
  readonly administrator: TestAdministrator;
  readonly person: TestUser;
  readonly ownToken: string;
  readonly session: Session;
}

export async function beginImpersonation(app: TestApp, minutes = 60): Promise<TestImpersonation> {
  const administrator = await makeAdministrator(app);
  const person = await makeUser(app);
  const ownToken = administrator.agent.cookies.get('foyer.session') ?? '';
  const session = await administrator.client.users.impersonate.mutate({
    id: person.id,
    reason: REASON,
    minutes,
  });
  return { administrator, person, ownToken, session };
}

/** The audit log about a person, oldest first. */
export function auditOf({ deps }: TestApp, { userId }: TestUser): Promise<AuditDocument[]> {
  return deps.collections.audit.find({ 'subject.id': userId }, { sort: { at: 1, _id: 1 } }).toArray();
}

export async function changeUser(
  { deps }: TestApp,
  _id: ObjectId,
  set: Partial<UserDocument>,
): Promise<void> {
  await deps.collections.users.updateOne({ _id }, { $set: set });
}
