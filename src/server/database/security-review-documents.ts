/** Due after a password reset (`security-review.ts`), until nothing is left to review. */
export interface SecurityReview {
  /** The review shows additions since this time. */
  readonly since: Date;
  /** When a sign-in sent the list by mail; `null` before that. */
  readonly toldAt: Date | null;
}

/** An added sign-in method, as a mail lists it. */
export type Addition =
  | {
      readonly kind: 'connection';
      readonly provider: string;
      /** The user's name at the provider. */
      readonly label: string;
      readonly addedAt: Date;
    }
  | { readonly kind: 'phone'; readonly lastDigits: string; readonly addedAt: Date }
  | { readonly kind: 'passkey'; readonly name: string; readonly addedAt: Date };
