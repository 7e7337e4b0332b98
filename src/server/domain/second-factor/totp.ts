import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { SessionActor } from '../rules/actor.ts';

/** Makes a secret for a new authenticator app. Nothing is stored. Throws `SECOND_FACTOR_OFF`, `TOO_MANY_AUTHENTICATOR_APPS`. */
export function beginTotp(
  _deps: Dependencies,
  _actor: SessionActor,
): { readonly enrolment: string; readonly secret: string; readonly uri: string } {
  throw new Error('to be built');
}

/**
 * Adds the authenticator app after its first code. The first one turns two-step verification on and makes recovery codes.
 *
 * Throws `TOTP_ENROLMENT_EXPIRED`, `TOTP_CODE_WRONG`, `TOO_MANY_AUTHENTICATOR_APPS`, `SECOND_FACTOR_OFF`, `SessionRequired`.
 */
export async function confirmTotp(
  _deps: Dependencies,
  _actor: SessionActor,
  _input: {
    readonly enrolment: string;
    readonly code: string;
    readonly name: string | undefined;
    readonly client: RequestClient;
  },
): Promise<{ readonly user: UserDocument; readonly recoveryCodes: string[] | null }> {
  throw new Error('to be built');
}

/** Throws `NOT_FOUND`, `SessionRequired`. */
export async function renameTotp(
  _deps: Dependencies,
  _actor: SessionActor,
  _input: { readonly id: string; readonly name: string },
): Promise<UserDocument> {
  throw new Error('to be built');
}

/** Throws `NOT_FOUND`, `LAST_SECOND_FACTOR`, `SessionRequired`. */
export async function removeTotp(
  _deps: Dependencies,
  _actor: SessionActor,
  _id: string,
  _client: RequestClient,
): Promise<UserDocument> {
  throw new Error('to be built');
}

/** Uses a code up: one conditional write takes its step. Answers whether it was right and not used before. */
export async function consumeTotpCode(
  _deps: Dependencies,
  _user: UserDocument,
  _code: string,
): Promise<boolean> {
  throw new Error('to be built');
}
