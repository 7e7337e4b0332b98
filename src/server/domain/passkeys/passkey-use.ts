import type { AuthenticationCredential, PasskeyRequestOptions } from '../../../shared/schemas/passkeys.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { StoredPasskey } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';

/** Whom a ceremony is for: nobody known for a sign-in, otherwise the person, and their session where there is one. */
export interface CeremonyOwner {
  readonly user: UserDocument;
  readonly session: Pick<SessionDocument, '_id'> | null;
}

/** A cookie of this browser that the answer sets. */
export interface PasskeyCookie {
  readonly kind: 'passkey';
  readonly value: string;
  readonly expires: Date;
}

/**
 * Begins a ceremony in which the browser shows that it has a passkey. `browser`: the value of the cookie `passkey`, which is kept or made.
 *
 * Throws `RATE_LIMITED`.
 */
export async function beginPasskeyUse(
  _deps: Dependencies,
  _input: {
    readonly purpose: 'sign-in' | 'verify' | 'second-factor';
    readonly browser: string | undefined;
    readonly owner: CeremonyOwner | null;
    readonly client: RequestClient;
  },
): Promise<{ readonly options: PasskeyRequestOptions; readonly cookie: PasskeyCookie }> {
  throw new Error('to be built');
}

/**
 * Verifies what the browser answered, takes the challenge away and records the use of the passkey (counter, time). `owner`: the person whose
 * passkey it must be; `null` for a sign-in.
 *
 * Throws `PASSKEY_INVALID`, `PASSKEY_UNKNOWN`, also for another person's passkey, `PASSKEY_OTHER_HOST`.
 */
export async function verifyPasskey(
  _deps: Dependencies,
  _input: {
    readonly credential: AuthenticationCredential;
    readonly purpose: 'sign-in' | 'verify' | 'second-factor';
    readonly browser: string | undefined;
    readonly owner: CeremonyOwner | null;
  },
): Promise<{ readonly user: UserDocument; readonly passkey: StoredPasskey }> {
  throw new Error('to be built');
}
