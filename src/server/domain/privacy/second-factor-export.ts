import { TOTP_STEP_SECONDS } from '../../../shared/limits.ts';
import type { Proof } from '../../../shared/schemas/proofs.ts';
import type {
  CeremonyDocument,
  PendingSignInDocument,
  StoredProof,
} from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { toStrength } from '../rules/proofs.ts';

/** Without keys, secrets, codes and hashes. `exportData` writes ids and times. */
export function exportSecondFactors(user: UserDocument) {
  const { passkeys = [], passkeyHandle = null, totp = [], recoveryCodes, trustedBrowsers = [] } = user;
  const removal = user.secondFactorRemoval;
  return {
    passkeys: passkeys.map(
      ({ id, name, rpId: host, aaguid: model, synced, transports, counter, createdAt, lastUsedAt }) => {
        return { id, name, host, model, synced, transports, counter, createdAt, lastUsedAt };
      },
    ),
    passkeyHandle,
    authenticatorApps: totp.map(({ id, name, drift, createdAt, lastUsedAt }) => {
      return { id, name, clockDriftSeconds: drift * TOTP_STEP_SECONDS, createdAt, lastUsedAt };
    }),
    recoveryCodes: recoveryCodes
      ? { left: recoveryCodes.hashes.length, createdAt: recoveryCodes.createdAt }
      : null,
    trustedBrowsers: trustedBrowsers.map(({ id, userAgent, createdAt, expires }) => {
      return { id, userAgent, createdAt, expires };
    }),
    secondFactorRemoval: removal
      ? { reason: removal.reason, requestedAt: removal.requestedAt, runsAt: removal.runsAt }
      : null,
  };
}

export function toProofs(proofs: readonly StoredProof[]): Proof[] {
  return toStrength(proofs).proofs;
}

export function toPendingSignIn(row: PendingSignInDocument) {
  const { sessionId, proofs, remote, tries, ip, userAgent, createdAt, expires } = row;
  return {
    purpose: sessionId === null ? ('sign-in' as const) : ('verify' as const),
    sessionId,
    proofs: toProofs(proofs),
    connection: remote && {
      provider: remote.provider,
      providerAccountId: remote.providerAccountId,
      label: remote.label,
      image: remote.image,
      holdsTokens: remote.tokens !== null,
    },
    wrongTries: tries,
    ip,
    userAgent,
    createdAt,
    expires,
  };
}

export function toChallenge({ purpose, rpId: host, sessionId, expires }: CeremonyDocument) {
  return { purpose, host, sessionId, expires };
}
