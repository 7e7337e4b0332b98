import type { Activity } from '../shared/schemas/activity.ts';

export type MailedKind = Exclude<
  Activity['kind'],
  | 'sign-in-failed'
  | 'sign-out'
  | 're-authentication'
  | 're-authentication-failed'
  | 'session-revoked'
  | 'browser-trusted'
  | 'browser-trust-ended'
  | 'sessions-revoked'
  | 'email-change-requested'
  | 'access-token-revoked'
  | 'data-exported'
  | 'security-review-finished'
  | 'profile-changed-by-administrator'
  | 'impersonation-ended'
>;

export interface SecurityFacts {
  /** `APP_NAME`, or the host of the site. */
  readonly name: string;
  /** The operator's own words may name it. */
  readonly host: string;
  /** The method or provider as the user knows it; empty: none. */
  readonly method: string;
  /**
   * The name at the provider or of a token, passkey or authenticator app, the new address, the last digits of
   * a number, the count of left recovery codes, or the operator's reason; `null`: none.
   */
  readonly label: string | null;
}

interface SecurityWords {
  readonly title: string;
  readonly what: string;
  /** For a reader who did not do this. */
  readonly advice: string;
}

export type SecurityTexts = {
  readonly [K in MailedKind]: (facts: SecurityFacts) => SecurityWords;
};
