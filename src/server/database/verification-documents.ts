import type { ObjectId } from 'mongodb';

/** A password that becomes the user's when the mail is confirmed in the same browser. */
export interface PendingSignUp {
  readonly name: string | null;
  readonly passwordHash: string;
  /** SHA-256 of the secret in that browser's cookie, base64url. */
  readonly browserHash: string;
}

export interface VerificationRequest {
  /** As in Auth.js: SHA-256 of link token and secret, hex. `null`: the message has no link. */
  readonly token: string | null;
  /** HMAC, because six digits are quickly found from a plain hash. `null`: the message has no code. */
  readonly codeHash: string | null;
  readonly attempts: number;
  /** SHA-256 of the requesting browser's secret, base64url: the code works only there. `null`: no code. */
  readonly browserHash: string | null;
  /** Requested by a browser that is not known to the account. */
  readonly byUnknownCaller: boolean;
  /** What the code verifies: the address or number, or the number's owner at that time. */
  readonly subject: string | null;
  readonly signUp: PendingSignUp | null;
  readonly createdAt: Date;
  readonly expires: Date;
}

declare const isVerificationIdentifier: unique symbol;
/** The address, lower-cased; or purpose and subject of a token (`verification-identifiers.ts`). */
export type VerificationIdentifier = string & { readonly [isVerificationIdentifier]: true };

/** The open requests, oldest first. Using one ends all of them in the same write. */
export interface VerificationTokenDocument {
  readonly _id: ObjectId;
  readonly identifier: VerificationIdentifier;
  readonly requests: readonly VerificationRequest[];
  /** When the last of them expires. */
  readonly expires: Date;
  /** When the last of them was created. */
  readonly createdAt: Date;
}
