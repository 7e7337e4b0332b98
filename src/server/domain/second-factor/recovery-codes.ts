import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { SessionActor } from '../rules/actor.ts';

/** Replaces the recovery codes. Throws `NOT_FOUND` without a second factor, `SessionRequired`. */
export async function createRecoveryCodes(
  _deps: Dependencies,
  _actor: SessionActor,
  _client: RequestClient,
): Promise<{ readonly user: UserDocument; readonly recoveryCodes: string[] }> {
  throw new Error('to be built');
}

/** Uses a recovery code up, and tells its owner. Answers whether it was one that is left. */
export async function consumeRecoveryCode(
  _deps: Dependencies,
  _user: UserDocument,
  _code: string,
  _client: RequestClient,
): Promise<boolean> {
  throw new Error('to be built');
}
