import type { Filter } from 'mongodb';
import { AppError } from '../../app-error.ts';
import type { AccessTokenDocument, Collections, SessionDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';

export interface SessionActor {
  readonly user: UserDocument;
  readonly session: Pick<SessionDocument, '_id' | 'createdAt' | 'authenticatedAt' | 'proofs'>;
}

interface AccessTokenActor {
  readonly user: UserDocument;
  readonly accessToken: Pick<AccessTokenDocument, '_id'>;
}

/** Deciding writes filter by `activeActor(actor)`, so none lands after the session or token has ended. */
export type Actor = SessionActor | AccessTokenActor;

/** Matches the actor's user, not deleted, with the session or access token still live. */
export function activeActor(actor: Actor): Filter<UserDocument> {
  const credential =
    'session' in actor ? { 'sessions.id': actor.session._id } : { 'accessTokens.id': actor.accessToken._id };
  return { _id: actor.user._id, deletedAt: { $exists: false }, ...credential };
}

/** Call it after a deciding write that matched nothing. Throws `SessionRequired`, `ACCESS_TOKEN_INVALID`. */
export async function requireActive(
  deps: { readonly collections: Collections },
  actor: Actor,
): Promise<UserDocument> {
  const user = await deps.collections.users.findOne(activeActor(actor));
  if (!user) throw new AppError('session' in actor ? 'SessionRequired' : 'ACCESS_TOKEN_INVALID');
  return user;
}
