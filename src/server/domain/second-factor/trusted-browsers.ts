import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { SessionActor } from '../rules/actor.ts';

/** Stops asking for the second factor in the browser of this device cookie, for 30 days. `deviceCookie`: the one that the answer sets. */
export async function trustBrowser(
  _deps: Dependencies,
  _actor: SessionActor,
  _input: { readonly deviceCookie: string; readonly client: RequestClient },
): Promise<void> {
  throw new Error('to be built');
}

/** Throws `NOT_FOUND`, `SessionRequired`. */
export async function endTrust(
  _deps: Dependencies,
  _actor: SessionActor,
  _id: string,
  _client: RequestClient,
): Promise<UserDocument> {
  throw new Error('to be built');
}
