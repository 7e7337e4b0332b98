import { ObjectId, type Collection } from 'mongodb';
import { AppError } from '../../server/app-error.ts';
import type { UserDocument } from '../../server/database/user-documents.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { endUserSessions } from '../../server/domain/administration/user-security.ts';
import { readSession, type ReadSession } from '../../server/domain/sessions/sessions.ts';
import { completeSignIn, type CompletedSignIn } from '../../server/domain/sign-in/complete.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { NO_REQUEST } from '../../server/domain/rules/request-context.ts';
import { makeUnseenEvent, writeOutbox } from '../../server/domain/activity/security-events.ts';
import { sessionCreatedEvent } from '../../server/domain/rules/event-contents.ts';
import { SESSIONS_PER_USER } from '../../shared/limits.ts';
import type { SessionDocument, SessionRows } from '../../server/database/collections.ts';

/** Signs a user in without any proof, for tests of later steps. */
export async function startSession(
  deps: Dependencies,
  user: UserDocument,
): Promise<CompletedSignIn & { readonly token: string }> {
  const completed = await completeSignIn(
    deps,
    { user, method: { kind: 'email-link' }, condition: {}, callbackUrl: '/account' },
    { requestContext: NO_REQUEST, requestId: 'a test', cookies: {} },
  );
  if (completed?.status !== 'signed-in') throw new AppError('Verification');
  const token = completed.cookies.find(({ kind }) => kind === 'session')?.value;
  if (token === undefined) throw new AppError('Verification');
  return { ...completed, token };
}

/** Ends all sessions of a person, as an administrator does. */
export async function endSessionsOf(deps: Dependencies, email: string): Promise<void> {
  const user = await deps.collections.users.findOne({ email });
  if (!user) throw new Error(`nobody has ${email}`);
  const input = { id: user._id.toHexString(), reason: 'A stolen laptop' };
  await endUserSessions(deps, { kind: 'server' }, input, NO_REQUEST);
}

/** The session and user of this browser. */
export async function actorOf(deps: Dependencies, agent: HttpAgent): Promise<ReadSession> {
  const read = await readSession(deps, agent.cookies.get('foyer.session') ?? '');
  if (!read) throw new Error('this browser is not signed in');
  return read;
}

/** The ids in the list of the person's sessions, the oldest first. */
export async function listedSessions({ collections }: Dependencies, _id: ObjectId): Promise<string[]> {
  const user = await collections.users.findOne({ _id });
  return (user?.sessions ?? []).map(({ id }) => id.toHexString());
}

/** The type of the product has no inserts. */
export const withInserts = (rows: SessionRows) => rows as Collection<SessionDocument>;

/** Fills the list of the person's sessions up with copies of this one. */
export async function fillSessions(deps: Dependencies, session: SessionDocument): Promise<void> {
  const { users, sessions } = deps.collections;
  const { userId } = session;
  const count = SESSIONS_PER_USER - (await listedSessions(deps, userId)).length;
  const ids = Array.from({ length: count }, () => new ObjectId());
  await withInserts(sessions).insertMany(
    ids.map((_id) => ({ ...session, _id, sessionToken: _id.toHexString() })),
  );
  const events = ids.map((id) => sessionCreatedEvent(id, []));
  const securityEvent = makeUnseenEvent(deps, events);
  const added = ids.map((id) => ({ id }));
  await users.updateOne({ _id: userId }, { $push: { sessions: { $each: added }, outbox: securityEvent } });
  await writeOutbox(deps, userId, securityEvent);
}
