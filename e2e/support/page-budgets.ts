import type { Locale } from '../../src/shared/locale.ts';

/** Added to every budget: an Arabic letter takes two bytes in UTF-8. */
export const LOCALE_ALLOWANCES: Readonly<Partial<Record<Locale, number>>> = { ar: 1_000 };

/** The largest sizes in bytes, each file compressed by gzip at level 9, in the largest language. */
export const BUDGETS = {
  /** HTML with its styles, and the scripts that it names and imports. */
  entry: { '/sign-in': 90_000 },
  /** The four pages together: the largest HTML and all scripts. */
  signedOut: {
    pages: ['/sign-in', '/sign-up', '/forgot-password', '/check-email'],
    bytes: 95_100,
  },
  /** The application's document and the files of all its pages. */
  shared: 182_800,
  /** The files that only this page needs. */
  pages: {
    '/sign-in/phone': 9_750,
    '/sign-up': 6_500,
    '/forgot-password': 6_500,
    '/check-email': 6_500,
    '/confirm-address': 10_600,
    '/reset-password': 5_500,
    '/confirm': 6_000,
    '/confirm-email': 6_000,
    '/undo-email': 6_000,
    '/stop-second-factor-removal': 6_000,
    '/resume-link': 4_750,
    '/sign-out': 9_000,
    '/error': 9_000,
    '/account': 250,
    '/account/sign-in-methods': 11_000,
    '/account/security-review': 7_000,
    '/account/data': 3_050,
    '/account/devices': 6_550,
    '/account/activity': 7_000,
    '/account/access-tokens': 11_550,
    '/account/activity/secure': 8_150,
    '/add-passkey': 2_750,
    '/admin': 22_000,
    '/admin/audit-log': 25_600,
    '/admin/brand': 18_500,
    '/admin/failed-jobs': 20_400,
    '/admin/people': 28_000,
    '/admin/people/:id': 28_400,
    '/admin/service-keys': 26_300,
    '/admin/settings': 20_000,
    '/admin/webhooks': 22_200,
    '/admin/webhooks/:id': 34_500,
    '/admin/webhooks/:id/:event': 19_400,
    '/continue': 3_500,
    '/device': 5_900,
    '/set-up-second-factor': 9_000,
    '/verify': 11_500,
    '/developers': 5_000,
    '/dev/design': 9_000,
    '/dev/outbox': 8_000,
  },
} as const;
