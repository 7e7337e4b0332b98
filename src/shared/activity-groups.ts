/** The kinds of account events by subject, for the filter. */
export const ACTIVITY_GROUPS = {
  'sign-ins': ['sign-in', 'sign-in-failed', 'sign-out', 're-authentication', 're-authentication-failed'],
  methods: [
    'account-linked',
    'account-unlinked',
    'password-set',
    'password-changed',
    'password-reset',
    'password-removed',
    'unproven-methods-removed',
    'security-review-due',
    'security-review-finished',
  ],
  contact: [
    'email-change-requested',
    'email-added',
    'email-changed',
    'email-change-undone',
    'phone-verified',
    'phone-removed',
    'phone-taken',
  ],
  devices: ['session-revoked', 'sessions-revoked'],
  'access-tokens': ['access-token-created', 'access-token-revoked'],
  data: ['data-exported', 'account-deleted'],
} as const;
export type ActivityGroup = keyof typeof ACTIVITY_GROUPS;
