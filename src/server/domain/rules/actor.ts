import type { Filter } from 'mongodb';
import { AppError } from '../../app-error.ts';
import type { AccessTokenDocument, Collections, SessionDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';

/** A user who is signed in by a session. */
export interface SessionActor {
  readonly user: UserDocument;
  readonly session: Pick<SessionDocument, '_id' | 'createdAt' | 'authenticatedAt' | 'proofs'>;
}

/** A script with one of a user's access tokens. */
interface AccessTokenActor {
  readonly user: UserDocument;
  readonly accessToken: Pick<AccessTokenDocument, '_id'>;
}

/**
 * Who asks for a change. The deciding write has `activeActor(actor)` in its filter, so no change lands after
 * the session or access token was ended.
 */
export type Actor = SessionActor | AccessTokenActor;

/** The actor's user, not deleted, with the session or access token still live. */
export function activeActor(actor: Actor): Filter<UserDocument> {
  const credential =
    'session' in actor ? { 'sessions.id': actor.session._id } : { 'accessTokens.id': actor.accessToken._id };
  return { _id: actor.user._id, deletedAt: { $exists: false }, ...credential };
}

/**
 * Call it when a deciding write matched nothing. Throws `SessionRequired` or `ACCESS_TOKEN_INVALID`, or
 * answers the user as stored now.
 */
export async function requireActive(
  deps: { readonly collections: Collections },
  actor: Actor,
): Promise<UserDocument> {
  const user = await deps.collections.users.findOne(activeActor(actor));
  if (!user) throw new AppError('session' in actor ? 'SessionRequired' : 'ACCESS_TOKEN_INVALID');
  return user;
}
