import { TOTP_STEP_SECONDS } from '../../../shared/limits.ts';
import type { DataExport } from '../../../shared/schemas/data.ts';
import type { Proof } from '../../../shared/schemas/proofs.ts';
import type {
  CeremonyDocument,
  PendingSignInDocument,
  StoredPasskey,
  StoredProof,
  StoredTotp,
} from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { toStrength } from '../rules/proofs.ts';

/** Without keys, secrets, codes and hashes. */
export function exportSecondFactors(
  user: UserDocument,
): Pick<
  DataExport,
  | 'passkeys'
  | 'passkeyHandle'
  | 'authenticatorApps'
  | 'recoveryCodes'
  | 'trustedBrowsers'
  | 'secondFactorRemoval'
> {
  const { passkeys = [], totp = [], recoveryCodes, trustedBrowsers = [], secondFactorRemoval } = user;
  return {
    passkeys: passkeys.map(toPasskey),
    passkeyHandle: user.passkeyHandle ?? null,
    authenticatorApps: totp.map(toAuthenticatorApp),
    recoveryCodes: recoveryCodes
      ? { left: recoveryCodes.hashes.length, createdAt: recoveryCodes.createdAt.toISOString() }
      : null,
    trustedBrowsers: trustedBrowsers.map(({ id, userAgent, createdAt, expires }) => ({
      id: id.toHexString(),
      userAgent,
      createdAt: createdAt.toISOString(),
      expires: expires.toISOString(),
    })),
    secondFactorRemoval: secondFactorRemoval
      ? {
          reason: secondFactorRemoval.reason,
          requestedAt: secondFactorRemoval.requestedAt.toISOString(),
          runsAt: secondFactorRemoval.runsAt.toISOString(),
        }
      : null,
  };
}

export function toProofs(proofs: readonly StoredProof[]): Proof[] {
  return toStrength(proofs).proofs;
}

function toPasskey(passkey: StoredPasskey): DataExport['passkeys'][number] {
  const { id, name, rpId, aaguid, synced, transports, counter, createdAt, lastUsedAt } = passkey;
  return {
    id,
    name,
    host: rpId,
    model: aaguid,
    synced,
    transports: [...transports],
    counter,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

function toAuthenticatorApp(app: StoredTotp): DataExport['authenticatorApps'][number] {
  const { id, name, drift, createdAt, lastUsedAt } = app;
  return {
    id: id.toHexString(),
    name,
    clockDriftSeconds: drift * TOTP_STEP_SECONDS,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

export function toPendingSignIn(row: PendingSignInDocument): DataExport['pendingSignIns'][number] {
  const { sessionId, proofs, remote, tries, ip, userAgent, createdAt, expires } = row;
  return {
    purpose: sessionId === null ? 'sign-in' : 'verify',
    sessionId: sessionId?.toHexString() ?? null,
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
    createdAt: createdAt.toISOString(),
    expires: expires.toISOString(),
  };
}

export function toChallenge(row: CeremonyDocument): DataExport['passkeyChallenges'][number] {
  const { purpose, rpId, sessionId, expires } = row;
  return {
    purpose,
    host: rpId,
    sessionId: sessionId?.toHexString() ?? null,
    expires: expires.toISOString(),
  };
}
