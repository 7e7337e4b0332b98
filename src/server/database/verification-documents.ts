import type { ObjectId } from 'mongodb';

/**
 * A password of a sign-up that is not finished. It becomes a user's password when the mail is confirmed in
 * the same browser.
 */
export interface PendingSignUp {
  readonly name: string | null;
  readonly passwordHash: string;
  /** SHA-256 of the secret in the cookie of that browser, base64url. */
  readonly browserHash: string;
}

/** One requested message with a link, a code, or both. */
export interface VerificationRequest {
  /**
   * Hash of the link's token, as in Auth.js: SHA-256 of token and secret, hex. `null` when the message has no
   * link.
   */
  readonly token: string | null;
  /**
   * HMAC of identifier and code, because six digits are quickly found from a plain hash. `null` when the
   * message has no code.
   */
  readonly codeHash: string | null;
  /** The number of attempts to enter the code. */
  readonly attempts: number;
  /**
   * SHA-256 of the secret of the requesting browser, base64url: the code works only there. `null` for a
   * request without a code.
   */
  readonly browserHash: string | null;
  /** Requested by a browser that is not known to the account. */
  readonly byUnknownCaller: boolean;
  /**
   * What the code proves: the address or number that it was sent to, or the owner of the number at that time.
   */
  readonly subject: string | null;
  /** The sign-up that the mail belongs to. */
  readonly signUp: PendingSignUp | null;
  readonly createdAt: Date;
  readonly expires: Date;
}

declare const isVerificationIdentifier: unique symbol;
/** The address, lower-cased; or what a token is for and whom it names (`domain/rules/verification-identifiers.ts`). */
export type VerificationIdentifier = string & { readonly [isVerificationIdentifier]: true };

/**
 * The open requests of one identifier, oldest first. Using one of them ends all of them in the same write.
 */
export interface VerificationTokenDocument {
  readonly _id: ObjectId;
  readonly identifier: VerificationIdentifier;
  readonly requests: readonly VerificationRequest[];
  /** When the last of them expires. */
  readonly expires: Date;
  /** When the last of them was created. */
  readonly createdAt: Date;
}
