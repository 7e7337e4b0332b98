import type { Activity } from '../shared/schemas/activity.ts';

/** The kinds of security event that send a mail. The others are in the activity only. */
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

/** What a text may name. */
export interface SecurityFacts {
  /** The name of the application (`APP_NAME`), or the host of the site. */
  readonly name: string;
  /** The host of the site. The operator's own words may name it. */
  readonly host: string;
  /** The method or provider that it was about, as the person knows it; empty where it was about none. */
  readonly method: string;
  /**
   * How the person is called at the provider, the name of a token, passkey or authenticator app, the new address, the last digits of a
   * number, how many recovery codes are left, the operator's reason; `null` where there is none.
   */
  readonly label: string | null;
}

interface SecurityWords {
  /** The subject and heading. */
  readonly title: string;
  /** What happened, and what it means. */
  readonly what: string;
  /** What to do if it was somebody else. */
  readonly advice: string;
}

export type SecurityTexts = {
  readonly [K in MailedKind]: (facts: SecurityFacts) => SecurityWords;
};
