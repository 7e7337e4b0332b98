import { ObjectId } from 'mongodb';
import type { ActivityDocument } from '../../server/database/activity-documents.ts';
import type { UserDocument } from '../../server/database/user-documents.ts';
import type { SessionActor } from '../../server/domain/rules/actor.ts';
import type { Authority } from '../../server/domain/rules/authority.ts';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import type { ServiceScope } from '../../shared/service-scopes.ts';
import { makeServiceKey } from './administrators.ts';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { findOrCreateUserByVerifiedEmail } from '../../server/domain/users/users.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { actorOf, startSession } from './sessions.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';
import { NO_REQUEST } from '../../server/domain/rules/request-context.ts';

/** Somebody with a browser. */
export interface SignedInUser {
  readonly id: string;
  readonly userId: ObjectId;
  readonly email: string;
  readonly agent: HttpAgent;
}

export async function aSignedInUser(app: TestApp, email = uniqueEmail()): Promise<SignedInUser> {
  const agent = await app.signInByMail(email);
  const { user } = await actorOf(app.deps, agent);
  return { id: user._id.toHexString(), userId: user._id, email, agent };
}

/** A new person with a session, and no browser. */
export async function aUserWithSession({ deps }: TestApp) {
  const email = uniqueEmail();
  const { user } = await findOrCreateUserByVerifiedEmail(deps, email, NO_REQUEST);
  return { email, ...(await startSession(deps, user)) };
}

/** Takes the role from everybody, so that a test counts its own administrators only. */
export async function removeAdministrators({ deps }: TestApp): Promise<void> {
  const { users, administrators } = deps.collections;
  await users.updateMany({ roles: ADMINISTRATOR }, { $unset: { roles: '' } });
  await administrators.deleteMany({});
}

/** The administrator in this browser, as the procedures pass them on. */
export async function authorityOf(app: TestApp, { agent }: SignedInUser): Promise<Authority> {
  const actor: SessionActor = await actorOf(app.deps, agent);
  return { kind: 'administrator', actor };
}

/** The application of a new service key, as the procedures pass it on. */
export async function applicationWith(app: TestApp, ...scopes: ServiceScope[]): Promise<Authority> {
  const { serviceKey } = await makeServiceKey(app, scopes);
  const key = await app.deps.collections.serviceKeys.findOne({ _id: new ObjectId(serviceKey.id) });
  if (!key) throw new Error('the service key is not stored');
  return { kind: 'service-key', key };
}

export async function readUser(
  { deps }: TestApp,
  { userId }: Pick<SignedInUser, 'userId'>,
): Promise<UserDocument> {
  const user = await deps.collections.users.findOne({ _id: userId });
  if (!user) throw new Error('the user is gone');
  return user;
}

/** The user with this address. */
export async function userAt({ deps }: TestApp, email: string): Promise<UserDocument> {
  const user = await deps.collections.users.findOne({ email });
  if (!user) throw new Error(`nobody has ${email}`);
  return user;
}

/** What the person with this address did, oldest first. */
export async function activityOf(app: TestApp, email: string): Promise<ActivityDocument[]> {
  const { _id } = await userAt(app, email);
  return app.deps.collections.activity.find({ userId: _id }).sort({ at: 1, _id: 1 }).toArray();
}

/** The rows of the audit log about a person or the id of another subject, oldest first. */
export function auditOf({ deps }: TestApp, subject: Pick<SignedInUser, 'userId'> | string) {
  const id = typeof subject === 'string' ? new ObjectId(subject) : subject.userId;
  return deps.collections.audit.find({ 'subject.id': id }).sort({ at: 1, _id: 1 }).toArray();
}

/** The link in the newest mail to this address whose subject begins so. Sends what waits first. */
export async function mailedLinkTo(app: TestApp, email: string, subject: string): Promise<URL> {
  await runDueJobs(app.deps);
  const mail = app.mailbox.messages.findLast((each) => each.to === email && each.subject.startsWith(subject));
  if (!mail) throw new Error(`no mail "${subject}" to ${email}`);
  return new URL(app.mailbox.linkOf(mail));
}
