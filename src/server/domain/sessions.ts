import { ObjectId } from 'mongodb';
import type { Session } from '../../shared/schemas/session.ts';
import {
  SESSION_ABSOLUTE_MAX_AGE_MS,
  SESSION_LAST_SEEN_EVERY_MS,
  SESSION_MAX_AGE_MS,
  SESSION_RENEW_AFTER_MS,
} from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import type { SessionDocument, UserDocument } from '../database/collections.ts';
import { findStoredCredential } from '../database/credential-reads.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { createToken, hashToken } from '../secrets.ts';
import { isEndedByUser } from './living-sessions.ts';
import { livingUser } from './living-user.ts';
import { picturePath } from './pictures.ts';

type SessionDependencies = Pick<Dependencies, 'collections' | 'now'>;

export interface CreatedSession {
  /** For the cookie; stored nowhere. */
  readonly token: string;
  readonly session: SessionDocument;
}

/**
 * Signs a user in: a new session under a new token. A session that the same browser already had (`replaces`, its token) ends
 * afterwards, so that a fixed or stolen older cookie is worth nothing (ASVS 7.2.4).
 */
export async function createSession(
  deps: SessionDependencies,
  input: { userId: ObjectId; client: RequestClient; token?: string; replaces?: string | null },
): Promise<CreatedSession> {
  const now = deps.now();
  const token = input.token ?? createToken();
  const session: SessionDocument = {
    _id: new ObjectId(),
    sessionToken: hashToken(token),
    userId: input.userId,
    expires: new Date(now.getTime() + SESSION_MAX_AGE_MS),
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    ip: input.client.ip,
    userAgent: input.client.userAgent?.slice(0, 512) ?? null,
  };
  await deps.collections.sessions.insertOne(session);
  if (input.replaces) await deleteSession(deps, input.replaces);
  return { token, session };
}

/**
 * Signs in a user who was looked up a moment ago, as the owner of an address or number that was proven then. Whatever has ended all their
 * sessions since, or changed their address, has not found this one; so it is made first and looked then, and of the two whoever
 * writes later sees the other. Throws `Verification`.
 */
export async function createSessionOf(
  deps: SessionDependencies,
  user: UserDocument,
  input: { client: RequestClient; replaces: string | null },
): Promise<CreatedSession> {
  const created = await createSession(deps, { ...input, userId: user._id });
  const same = await deps.collections.users.findOne(
    {
      ...livingUser(user._id),
      email: user.email ?? { $not: { $gt: '' } },
      sessionsValidFrom: user.sessionsValidFrom ?? { $exists: false },
    },
    { projection: { _id: 1 } },
  );
  if (same) return created;
  await deleteSession(deps, created.token);
  throw new AppError('Verification');
}

export interface ReadSession {
  readonly session: SessionDocument;
  readonly user: UserDocument;
  /** The expiry moved; the cookie should move with it. */
  readonly renewed: boolean;
}

/**
 * Whose session a token is, or `null`: two look-ups by unique index (`credential-reads.ts`). What is expired, past its absolute age, or of a user who
 * is gone is dead on sight and removed; the TTL index only tidies up. A renewal is conditional on the row still being there,
 * so that it can never revive a revoked session.
 */
export async function readSession(deps: SessionDependencies, token: string): Promise<ReadSession | null> {
  const { sessions } = deps.collections;
  const now = deps.now();
  const stored = await findStoredCredential(deps.collections, 'sessions', hashToken(token));
  if (!stored) return null;
  const { credential: session, user } = stored;
  if (session.expires <= now || absoluteEnd(session) <= now) {
    await sessions.deleteOne({ _id: session._id });
    return null;
  }
  if (!user || isEndedByUser(session, user)) {
    await sessions.deleteOne({ _id: session._id });
    return null;
  }

  const expires = new Date(Math.min(now.getTime() + SESSION_MAX_AGE_MS, absoluteEnd(session).getTime()));
  const renewed =
    session.expires.getTime() - SESSION_MAX_AGE_MS + SESSION_RENEW_AFTER_MS <= now.getTime() &&
    expires > session.expires;
  const seen = now.getTime() - session.lastSeenAt.getTime() >= SESSION_LAST_SEEN_EVERY_MS;
  if (!renewed && !seen) return { session, user, renewed: false };

  const updated = await sessions.findOneAndUpdate(
    { _id: session._id },
    { $max: renewed ? { lastSeenAt: now, expires } : { lastSeenAt: now } },
    { returnDocument: 'after' },
  );
  return updated && { session: updated, user, renewed };
}

export async function deleteSession(deps: SessionDependencies, token: string): Promise<boolean> {
  const { deletedCount } = await deps.collections.sessions.deleteOne({ sessionToken: hashToken(token) });
  return deletedCount === 1;
}

/** The public shape: built field by field, so that nothing else of the documents can leave with it. An access token has it too. */
export function toSession({
  session,
  user,
}: {
  readonly session: Pick<SessionDocument, 'expires' | 'authenticatedAt'>;
  readonly user: UserDocument;
}): Session {
  return {
    user: {
      id: user._id.toHexString(),
      name: user.name,
      email: user.emailVerified ? (user.email ?? null) : null,
      image: picturePath(user.image),
    },
    expires: session.expires.toISOString(),
    authenticatedAt: session.authenticatedAt.toISOString(),
  };
}

function absoluteEnd(session: SessionDocument): Date {
  return new Date(session.createdAt.getTime() + SESSION_ABSOLUTE_MAX_AGE_MS);
}
