import { ObjectId, type Collection } from 'mongodb';
import { SESSION_MAX_AGE_MS } from '../../../shared/limits.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { StoredProof } from '../../database/second-factor-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';

export interface StoredSession {
  /** The value of the cookie. It is stored nowhere. */
  readonly token: string;
  readonly session: SessionDocument;
}

/** A row gives no access before its user lists it, which only `complete.ts` does. */
export async function insertSessionRow(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  userId: ObjectId,
  {
    requestContext,
    proofs,
    token = createToken(),
    ...differences
  }: {
    readonly requestContext: Pick<RequestContext, 'ip' | 'userAgent'>;
    readonly proofs: readonly StoredProof[];
    readonly token?: string | undefined;
  } & Partial<
    // What differs for an impersonation or an OAuth client.
    Pick<SessionDocument, '_id' | 'impersonation' | 'clientGrant' | 'expires' | 'authenticatedAt'>
  >,
): Promise<StoredSession> {
  const now = deps.now();
  const session: SessionDocument = {
    _id: new ObjectId(),
    sessionToken: hashToken(token),
    userId,
    expires: new Date(now.getTime() + SESSION_MAX_AGE_MS),
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    proofs,
    ip: requestContext.ip,
    userAgent: requestContext.userAgent,
    ...differences,
  };
  await (deps.collections.sessions as Collection<SessionDocument>).insertOne(session);
  return { token, session };
}
