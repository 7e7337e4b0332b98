import type { ObjectId } from 'mongodb';
import type { LinkConsent } from '../../shared/schemas/accounts.ts';
import type { ProofFactor } from '../../shared/schemas/proofs.ts';

export interface StoredProof {
  /** `password`, `email-link`, `email-code`, `phone-code`, `passkey`, `totp`, `recovery-code`, a provider. */
  readonly method: string;
  readonly factor: ProofFactor;
  readonly at: Date;
}

/** An authenticator app (RFC 6238). Only a confirmed one is stored. */
export interface StoredTotp {
  readonly id: ObjectId;
  readonly name: string;
  /** Encrypted and bound to the user (`totp-secrets.ts`). */
  readonly secret: string;
  /** The step of the last code. Codes of this step and earlier are used up. */
  readonly lastStep: number;
  /** How many steps the clock of the app is ahead of ours. */
  readonly drift: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly addedBy?: ObjectId;
}

export interface StoredRecoveryCodes {
  /** SHA-256 of each unused code with the user's id (`recovery-codes.ts`), base64url. */
  readonly hashes: readonly string[];
  readonly createdAt: Date;
}

/** A browser that is not asked for the second factor. */
export interface TrustedBrowser {
  readonly id: ObjectId;
  /** SHA-256 of the id in the signed device cookie (`known-devices.ts`), base64url. */
  readonly deviceHash: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expires: Date;
}

/** Ordered by the operator, of all second factors. The user can stop it until `runsAt`. */
export interface SecondFactorRemoval {
  readonly id: ObjectId;
  readonly reason: string;
  readonly requestedAt: Date;
  readonly runsAt: Date;
  /** SHA-256 of the stop link's token, base64url. */
  readonly stopTokenHash: string;
}

/** WebAuthn Level 3. */
export interface StoredPasskey {
  /** The credential's id, base64url. Unique among users. */
  readonly id: string;
  /** COSE (RFC 9052), base64url. */
  readonly publicKey: string;
  /** At its last use. Many authenticators always answer 0. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** The model of the authenticator; all zero when it does not say. */
  readonly aaguid: string;
  /** Backup eligible: it may be on several devices. */
  readonly synced: boolean;
  /** A changed host orphans the passkey. */
  readonly rpId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly addedBy?: ObjectId;
}

export type CeremonyPurpose = 'create' | 'sign-in' | 'verify' | 'second-factor';

/** A challenge for a browser. It is deleted when it is used, right or wrong. */
export interface CeremonyDocument {
  /** SHA-256 of the challenge, base64url. */
  readonly _id: string;
  readonly purpose: CeremonyPurpose;
  /** SHA-256 of the secret in this browser's cookie, base64url. */
  readonly browserHash: string;
  /** `null` for a sign-in. */
  readonly userId: ObjectId | null;
  readonly sessionId: ObjectId | null;
  /** The browser creates the passkey without asking. Presence and verification are not demanded. */
  readonly conditional: boolean;
  readonly rpId: string;
  readonly expires: Date;
}

/** Part of the deciding write's filter (`conditionFilter`): what the user must still have. */
export interface SignInCondition {
  readonly email?: string;
  readonly passwordChangedAt?: Date;
  /** `LinkedAccount.key`. */
  readonly accountKey?: string;
  readonly e164?: string;
  readonly passkeyId?: string;
}

/** What the provider said. It is stored with the account after the second factor. */
export interface WaitingProfile {
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
  readonly label: string | null;
  readonly image: string | null;
  /** Encrypted (`sealTokens`). */
  readonly tokens: string | null;
}

/** A sign-in or a verification that awaits its second factor. The cookie of its browser has the secret. */
export interface PendingSignInDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the cookie's secret, base64url. */
  readonly secretHash: string;
  readonly userId: ObjectId;
  /** The session that becomes fresh; `null` for a sign-in. */
  readonly sessionId: ObjectId | null;
  readonly proofs: readonly StoredProof[];
  readonly condition: SignInCondition;
  /** As in `LiveSession`. */
  readonly byAddition: boolean;
  /** `UserDocument.sessionsValidFrom` and `otherSessionsEnded.at` at the first factor. */
  readonly sessionsValidFrom: Date | null;
  readonly otherSessionsEndedAt: Date | null;
  /** The account knew this browser, so the owner needs no mail about it. */
  readonly isExpected: boolean;
  readonly callbackPath: string;
  /** The waiting account that the user agreed to connect. */
  readonly connect: LinkConsent | null;
  readonly remote: WaitingProfile | null;
  /** Wrong answers, and those that are being checked. */
  readonly tries: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expires: Date;
}
