/**
 * A reset of the password asks the owner to look at what was added to the account (`domain/sign-in/security-review.ts`). It is there until they have
 * looked, or nothing is left to look at.
 */
export interface SecurityReview {
  /** What was added from then on is shown. */
  readonly since: Date;
  /** When a sign-in had the list mailed; `null` before that. */
  readonly toldAt: Date | null;
}

/** A way to sign in that was added to an account, as a mail lists it. */
export type Addition =
  | {
      readonly kind: 'connection';
      readonly provider: string;
      /** How the person is called there. */
      readonly label: string;
      readonly addedAt: Date;
    }
  | { readonly kind: 'phone'; readonly lastDigits: string; readonly addedAt: Date };
