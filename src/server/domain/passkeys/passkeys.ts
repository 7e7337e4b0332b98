import type { PasskeyList } from '../../../shared/schemas/passkeys.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { SessionActor } from '../rules/actor.ts';

export function listPasskeys(_deps: Dependencies, _user: UserDocument): PasskeyList {
  throw new Error('to be built');
}

/** Throws `NOT_FOUND`, `SessionRequired`. */
export async function renamePasskey(
  _deps: Dependencies,
  _actor: SessionActor,
  _input: { readonly id: string; readonly name: string },
): Promise<UserDocument> {
  throw new Error('to be built');
}

/** Throws `NOT_FOUND`, `LAST_SIGN_IN_METHOD`, `LAST_SECOND_FACTOR`, `SessionRequired`. */
export async function removePasskey(
  _deps: Dependencies,
  _actor: SessionActor,
  _id: string,
  _client: RequestClient,
): Promise<UserDocument> {
  throw new Error('to be built');
}
