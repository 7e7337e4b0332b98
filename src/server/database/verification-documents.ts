import type { ObjectId } from 'mongodb';

/** A password that was chosen at sign-up and is nobody's yet: it becomes a user's when its mail is answered in the same browser. */
export interface PendingSignUp {
  readonly name: string;
  readonly passwordHash: string;
  /** SHA-256 of the secret in the cookie of the browser that signed up, base64url. */
  readonly browserHash: string;
}

/** One message that somebody asked for: a link, a code, or both. */
export interface VerificationRequest {
  /** Hash of the link's token (Auth.js's own: SHA-256 of token and secret, hex); `null` where the message has no link. */
  readonly token: string | null;
  /** HMAC of identifier and code, keyed: six digits alone would be found from a plain hash in a moment. `null` where the message has no code. */
  readonly codeHash: string | null;
  /** Tries of the code. */
  readonly attempts: number;
  /**
   * SHA-256 of what tells the browser that asked, base64url: the code works only there. `null` for a request without a code, and for one
   * that was stored before requests were bound to a browser.
   */
  readonly browserHash: string | null;
  /** Asked for by a browser that the account does not know. */
  readonly byStranger: boolean;
  /** What the code proves: the address or number that it was sent to, or whose number it was then. */
  readonly subject: string | null;
  /** The sign-up that the mail was asked for. */
  readonly signUp: PendingSignUp | null;
  readonly createdAt: Date;
  readonly expires: Date;
}

declare const isVerificationIdentifier: unique symbol;
/** The address, lower-cased; or what a token is for and whom it names (`domain/rules/verification-identifiers.ts`). */
export type VerificationIdentifier = string & { readonly [isVerificationIdentifier]: true };

/** The open requests of one identifier, oldest first. Who uses one of them ends them all in the same write. */
export interface VerificationTokenDocument {
  readonly _id: ObjectId;
  readonly identifier: VerificationIdentifier;
  /** A row of before has none and holds one request in fields of its own (`verification-tokens.ts`). */
  readonly requests?: readonly VerificationRequest[];
  /** That request's link. */
  readonly token?: string;
  /** When the last of them expires. */
  readonly expires: Date;
  /** When the last of them was made. */
  readonly createdAt: Date;
}
