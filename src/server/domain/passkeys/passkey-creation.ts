import type { PasskeyCreationOptions, RegistrationCredential } from '../../../shared/schemas/passkeys.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { SessionActor } from '../rules/actor.ts';
import type { PasskeyCookie } from './passkey-use.ts';

/** Begins the creation of a passkey. Throws `TOO_MANY_PASSKEYS`, `RATE_LIMITED`, `SessionRequired`. */
export async function beginPasskeyCreation(
  _deps: Dependencies,
  _actor: SessionActor,
  _input: {
    readonly conditional: boolean;
    readonly browser: string | undefined;
    readonly client: RequestClient;
  },
): Promise<{ readonly options: PasskeyCreationOptions; readonly cookie: PasskeyCookie }> {
  throw new Error('to be built');
}

/** Stores a passkey. One conditional write decides. Throws `PASSKEY_INVALID`, `PASSKEY_EXISTS`, `TOO_MANY_PASSKEYS`, `SessionRequired`. */
export async function finishPasskeyCreation(
  _deps: Dependencies,
  _actor: SessionActor,
  _input: {
    readonly credential: RegistrationCredential;
    readonly name: string | undefined;
    readonly browser: string | undefined;
    readonly client: RequestClient;
  },
): Promise<UserDocument> {
  throw new Error('to be built');
}
