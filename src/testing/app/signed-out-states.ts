import { LOCALES } from '../../shared/locale.ts';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import type { Provider } from '../../shared/schemas/providers.ts';
import {
  SIGNED_OUT_PATHS,
  type FailedForm,
  type SignedOutPage,
  type SignedOutPageName,
} from '../../shared/signed-out-page.ts';

const PROVIDERS: readonly Provider[] = [
  {
    id: 'corp',
    name: 'Corp <&"> Login',
    type: 'oidc',
    signInUrl: 'http://localhost:3000/auth/signin/corp',
    linked: false,
  },
  {
    id: 'email',
    name: 'Email',
    type: 'email',
    signInUrl: 'http://localhost:3000/auth/signin/email',
    linked: false,
  },
];

const PENDING_LINK: PendingLink = {
  id: '0123456789abcdef01234567',
  provider: 'corp',
  providerName: 'Corp <&"> Login',
  providerAccountId: 'ada',
  label: 'Ada',
  email: 'ada@example.test',
  callbackUrl: '/account',
  methods: [
    { id: 'corp', name: 'Corp', type: 'oidc' },
    { id: 'email', name: 'Email', type: 'email' },
  ],
};

const QUERIES = [
  '',
  '?email=ada%40example.test&callbackUrl=%2Faccount',
  '?email=ada%40example.test&sent=true',
  '?email=ada%40example.test&isSignUp=true',
  '?error=OAuthCallback&requestId=b0000000-0000-4000-8000-000000000000',
  '?error=nothing-known',
  '?error=SESSION_NOT_FRESH',
  '?sessionEnded=elsewhere',
];

const FAILED: FailedForm = {
  values: { email: 'ada@example.test', name: 'Ada' },
  failure: { appCode: 'RATE_LIMITED', requestId: 'b0000000-0000-4000-8000-000000000000', retryAfter: 90 },
};

/** Every signed-out page in every language, with each kind of content that changes its markup. */
export function signedOutStates(): SignedOutPage[] {
  const names = Object.keys(SIGNED_OUT_PATHS) as SignedOutPageName[];
  const states = names.flatMap((name) =>
    LOCALES.map((locale) => ({ name, locale, path: SIGNED_OUT_PATHS[name] })),
  );
  return states.flatMap(({ name, locale, path }) => {
    const page: SignedOutPage = {
      name,
      locale,
      address: path,
      origin: 'http://localhost:3000',
      providers: PROVIDERS,
      pendingLink: null,
      isSignedIn: false,
      hasOutbox: false,
      account: null,
      failedForm: null,
      completedForm: null,
    };
    const shownPage = { ...page, pendingLink: PENDING_LINK };
    // The server shows this page only with a pending account.
    if (name === 'account-exists')
      return [shownPage, { ...shownPage, address: `${path}?error=AccessDenied` }];
    return [
      ...QUERIES.map((query) => ({ ...page, address: path + query })),
      ...['code', 'resend', 'link', 'password'].map((way) => ({
        ...page,
        failedForm: { ...FAILED, values: { ...FAILED.values, way } },
      })),
      { ...page, hasOutbox: true, isSignedIn: true, address: `${path}?email=ada%40example.test&sent=true` },
      { ...page, providers: [] },
      shownPage,
      { ...page, pendingLink: { ...PENDING_LINK, methods: null } },
    ];
  });
}
