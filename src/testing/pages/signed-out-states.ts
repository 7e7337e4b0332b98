import { errorStepOf } from '../../server/pages/page-of-address.ts';
import { plainBrand } from '../../shared/brand.ts';
import { LOCALES } from '../../shared/locale.ts';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import type { Provider } from '../../shared/schemas/providers.ts';
import type { PendingSignIn } from '../../shared/schemas/session.ts';
import {
  readParameters,
  SIGNED_OUT_PATHS,
  type FailedForm,
  type OwnAccount,
  type SignedOutPage,
  type SignedOutPageName,
} from '../../shared/signed-out-page.ts';

const PROVIDERS: readonly Provider[] = [
  {
    id: 'corp',
    name: 'Corp <&"> Login',
    mark: { shapes: [{ path: 'M2 2h20v20H2z', color: null }] },
    type: 'oidc',
    signInUrl: 'http://localhost:3000/auth/signin/corp',
    linked: false,
  },
  {
    id: 'email',
    name: 'Email',
    mark: null,
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

const ACCOUNT: OwnAccount = {
  user: { id: '0123456789abcdef01234567', name: 'Ada', email: 'ada@example.test', image: null, data: {} },
  email: { email: 'ada@example.test', verified: true, pending: null },
};

function phoneStates(page: SignedOutPage): SignedOutPage[] {
  const countries = [
    { country: 'AT', callingCode: '43', name: 'Austria' },
    { country: 'DE', callingCode: '49', name: 'Germany' },
  ] as const;
  const first = { ...page, offersPhone: true, phoneSignIn: { countries, country: null, hasOutbox: false } };
  const sent = {
    ...first,
    address: `${page.address}?phone=%2B49+1512+3456789`,
    phoneSignIn: { ...first.phoneSignIn, hasOutbox: true },
  };
  const { failure } = FAILED;
  return [
    first,
    { ...first, phoneSignIn: { ...first.phoneSignIn, country: 'DE' } },
    { ...first, failedForm: { values: { number: '0151', country: 'AT' }, failure } },
    sent,
    { ...sent, failedForm: { values: { way: 'code' }, failure } },
    { ...sent, failedForm: { values: { way: 'resend' }, failure } },
  ];
}

function secondFactorStates(page: SignedOutPage): SignedOutPage[] {
  const pendingSignIn: PendingSignIn = {
    purpose: 'sign-in',
    methods: ['totp', 'passkey', 'recovery-code'],
    triesLeft: 4,
    mayTrustBrowser: true,
    expires: '2026-11-20T09:10:00.000Z',
  };
  const failure = { ...FAILED.failure, appCode: 'SECOND_FACTOR_INVALID' } as const;
  return [
    { ...page, pendingSignIn },
    { ...page, pendingSignIn: { ...pendingSignIn, purpose: 'verify', mayTrustBrowser: false } },
    { ...page, pendingSignIn: { ...pendingSignIn, methods: ['passkey'] } },
    { ...page, pendingSignIn: { ...pendingSignIn, methods: ['recovery-code'] } },
    { ...page, pendingSignIn, failedForm: { values: { way: 'code' }, failure } },
    { ...page, pendingSignIn, failedForm: { values: { way: 'recovery-code' }, failure } },
  ];
}

/** Every signed-out page in every language, with each content that changes its markup. */
export function signedOutStates(basePath = ''): SignedOutPage[] {
  const paths: Readonly<Record<SignedOutPageName, string>> = { ...SIGNED_OUT_PATHS, 'not-found': '/nothing' };
  const names = Object.keys(paths) as SignedOutPageName[];
  const states = names.flatMap((name) =>
    LOCALES.map((locale) => ({ name, locale, path: basePath + paths[name] })),
  );
  return states.flatMap(({ name, locale, path }) => {
    const page: SignedOutPage = {
      name,
      locale,
      address: path,
      origin: 'http://localhost:3000',
      basePath,
      brand: plainBrand('http://localhost:3000'),
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
      return [
        shownPage,
        { ...shownPage, ...errorStepOf({ error: 'AccessDenied' }), address: `${path}?error=AccessDenied` },
      ];
    return [
      ...QUERIES.map((query) => ({
        ...page,
        ...errorStepOf(readParameters(path + query, { origin: page.origin, appUrl: page.brand.appUrl })),
        address: path + query,
      })),
      ...['code', 'resend', 'link', 'password'].map((way) => ({
        ...page,
        failedForm: { ...FAILED, values: { ...FAILED.values, way } },
      })),
      { ...page, hasOutbox: true, isSignedIn: true, address: `${path}?email=ada%40example.test&sent=true` },
      { ...page, providers: [] },
      { ...page, isSignedIn: true, account: ACCOUNT },
      { ...page, account: 'unknown' as const },
      { ...page, confirmationTo: 'ada@example.test' },
      shownPage,
      { ...page, pendingLink: { ...PENDING_LINK, methods: null } },
      ...(name === 'sign-in' ? [{ ...page, offersPhone: true }] : []),
      ...(name === 'phone-sign-in' ? phoneStates(page) : []),
      ...(name === 'second-factor' ? secondFactorStates(page) : []),
    ];
  });
}
