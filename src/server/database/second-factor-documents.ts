import type { ObjectId } from 'mongodb';
import type { LinkConsent } from '../../shared/schemas/accounts.ts';
import type { ProofFactor } from '../../shared/schemas/proofs.ts';

/** How a person proved who they are. */
export interface StoredProof {
  /** `password`, `email-link`, `email-code`, `phone-code`, `passkey`, `totp`, `recovery-code` or a provider's id. */
  readonly method: string;
  readonly factor: ProofFactor;
  readonly at: Date;
}

/** An authenticator app (RFC 6238). Only a confirmed one is stored. */
export interface StoredTotp {
  readonly id: ObjectId;
  readonly name: string;
  /** The secret, encrypted and bound to the user (`totp-secrets.ts`). */
  readonly secret: string;
  /** The step of the last code. Codes of this step and of earlier ones are used up. */
  readonly lastStep: number;
  /** How many steps the clock of the app is ahead of ours. */
  readonly drift: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** The session that added it. */
  readonly addedBy?: ObjectId;
}

export interface StoredRecoveryCodes {
  /** SHA-256 of each code that is not used yet, with the user's id (`recovery-codes.ts`), base64url. */
  readonly hashes: readonly string[];
  readonly createdAt: Date;
}

/** A browser that is not asked for the second factor. */
export interface TrustedBrowser {
  readonly id: ObjectId;
  /** SHA-256 of the device's id in the signed device cookie (`known-devices.ts`), base64url. */
  readonly deviceHash: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expires: Date;
}

/** A removal of all second factors by the operator. The person can stop it until `runsAt`. */
export interface SecondFactorRemoval {
  readonly id: ObjectId;
  readonly reason: string;
  readonly requestedAt: Date;
  readonly runsAt: Date;
  /** SHA-256 of the token of the link that stops it, base64url. */
  readonly stopTokenHash: string;
}

/** A passkey (WebAuthn Level 3). */
export interface StoredPasskey {
  /** The id of the credential, base64url. Unique among users. */
  readonly id: string;
  /** The public key as COSE (RFC 9052), base64url. */
  readonly publicKey: string;
  /** The signature counter of its last use. Many authenticators always answer 0. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** The model of the authenticator; all zero when it does not say. */
  readonly aaguid: string;
  /** Backup eligible: it may be on several devices. */
  readonly synced: boolean;
  /** The host to which it belongs. A changed host orphans it. */
  readonly rpId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** The session that added it. */
  readonly addedBy?: ObjectId;
}

export type CeremonyPurpose = 'create' | 'sign-in' | 'verify' | 'second-factor';

/** A challenge that was given to a browser. It is deleted when it is used, right or wrong. */
export interface CeremonyDocument {
  /** SHA-256 of the challenge, base64url. */
  readonly _id: string;
  readonly purpose: CeremonyPurpose;
  /** SHA-256 of the secret in this browser's cookie, base64url. */
  readonly browserHash: string;
  /** The person whom it is for; `null` for a sign-in. */
  readonly userId: ObjectId | null;
  readonly sessionId: ObjectId | null;
  /** Whether the browser creates the passkey without asking. User presence and verification are then not demanded. */
  readonly conditional: boolean;
  readonly rpId: string;
  readonly expires: Date;
}

/**
 * What the user must still have for a proof to hold. It is part of the filter of the deciding write (`conditionFilter`), so a sign-in fails
 * when that changed meanwhile.
 */
export interface SignInCondition {
  /** The address that was verified. */
  readonly email?: string;
  /** The password that was checked. */
  readonly passwordChangedAt?: Date;
  /** The account at the provider (`LinkedAccount.key`). */
  readonly accountKey?: string;
  readonly e164?: string;
  /** The id of the passkey. */
  readonly passkeyId?: string;
}

/** What a provider said in a sign-in that waits. It is stored with the account after the second factor. */
export interface WaitingProfile {
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
  readonly label: string | null;
  readonly image: string | null;
  /** Encrypted (`sealTokens`). */
  readonly tokens: string | null;
}

/**
 * A sign-in, or a verification in a session, whose first factor is right and whose second factor is awaited. It belongs to the browser that
 * began it (a cookie has the secret). It gives no access.
 */
export interface PendingSignInDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the cookie's secret, base64url. */
  readonly secretHash: string;
  readonly userId: ObjectId;
  /** The session that becomes fresh; `null` for a sign-in. */
  readonly sessionId: ObjectId | null;
  /** The first factor. */
  readonly proofs: readonly StoredProof[];
  readonly condition: SignInCondition;
  /** As in `LiveSession`. */
  readonly byAddition: boolean;
  /** `UserDocument.sessionsValidFrom` and `otherSessionsEnded.at` when the first factor was checked. */
  readonly sessionsValidFrom: Date | null;
  readonly otherSessionsEndedAt: Date | null;
  /** Whether the account knew this browser, so that the owner needs no mail about it. */
  readonly isExpected: boolean;
  /** A path of this site, or a URL of the application (`shared/callback-url.ts`). */
  readonly callbackPath: string;
  /** The waiting account that the person agreed to connect. */
  readonly connect: LinkConsent | null;
  readonly remote: WaitingProfile | null;
  /** Wrong answers so far, and those that are being checked. */
  readonly tries: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expires: Date;
}
