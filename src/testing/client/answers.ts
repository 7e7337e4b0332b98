import type { Activity } from '../../shared/schemas/activity.ts';
import type { AccessToken } from '../../shared/schemas/access-tokens.ts';
import type { Account, PendingLink } from '../../shared/schemas/accounts.ts';
import type { EmailStatus } from '../../shared/schemas/email.ts';
import type { Passkey, PasskeyList } from '../../shared/schemas/passkeys.ts';
import type { PasswordStatus } from '../../shared/schemas/password.ts';
import type { PhoneStatus, VerifiedPhone } from '../../shared/schemas/phone.ts';
import type { Profile } from '../../shared/schemas/profile.ts';
import type { Provider } from '../../shared/schemas/providers.ts';
import type { AuthenticatorApp, SecondFactorStatus } from '../../shared/schemas/second-factor.ts';
import type { SecurityReview } from '../../shared/schemas/security-review.ts';
import type { ListedSession } from '../../shared/schemas/session-list.ts';
import type { PendingSignIn, Session } from '../../shared/schemas/session.ts';
import { plainBrand } from '../../shared/brand.ts';
import { type SignedOutPage } from '../../shared/signed-out-page.ts';

/** Answers of the procedures, for tests of the browser application. */

/** Makes a function that returns a copy of these fields with changes. */
export const factory =
  <T extends object>(fields: T) =>
  (changes: Partial<T> = {}): T => ({ ...structuredClone(fields), ...changes });

export function aSession(user: Partial<Session['user']> = {}): Session {
  return {
    user: { id: 'user-1', name: 'Ada Lovelace', email: 'ada@example.com', image: null, data: {}, ...user },
    expires: '2026-12-20T09:00:00.000Z',
    authenticatedAt: '2026-11-20T09:00:00.000Z',
    proofs: [{ method: 'password', factor: 'knowledge', at: '2026-11-20T09:00:00.000Z' }],
    amr: ['pwd'],
    aal: 1,
    roles: [],
    permissions: [],
    impersonation: null,
    via: { kind: 'cookie' },
  };
}

/** How a sign-in ends that led to this page. */
export const signedIn = ({
  callbackUrl = '/account',
}: { readonly callbackUrl?: string | undefined } = {}) => ({
  status: 'signed-in' as const,
  session: aSession(),
  callbackUrl,
});

/** How a verification ends. */
export const FRESH = { status: 'fresh' as const, authenticatedAt: '2026-11-20T10:00:00.000Z' };

export const aProfile = factory<Profile>({
  id: 'user-1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: null,
  emailVerified: true,
  locale: 'en',
  data: {},
  createdAt: '2026-01-02T09:00:00.000Z',
});

export function aProvider(id: string, name: string, type: Provider['type'] = 'oidc'): Provider {
  return { id, name, mark: null, type, signInUrl: `http://localhost:3000/auth/signin/${id}`, linked: false };
}

export const anAccount = factory<Account>({
  provider: 'demo-one',
  type: 'oidc',
  providerAccountId: 'ada',
  label: 'ada@demo-one.example',
  image: null,
  status: 'connected',
  linkedAt: '2026-10-02T09:00:00.000Z',
  lastUsedAt: null,
  canUnlink: true,
  labelIsId: false,
});

/** The data of the sign-in page, as the server renders it. */
export function aSignInPage(changes: Partial<SignedOutPage> = {}): SignedOutPage {
  return {
    name: 'sign-in',
    address: '/sign-in',
    origin: location.origin,
    basePath: '',
    brand: plainBrand(location.origin),
    locale: 'en',
    providers: [aProvider('demo-one', 'Demo One')],
    pendingLink: null,
    isSignedIn: false,
    account: null,
    hasOutbox: false,
    failedForm: null,
    completedForm: null,
    ...changes,
  };
}

export const aPasskey = factory<Passkey>({
  id: 'cGFzc2tleS0x',
  name: 'iCloud Keychain',
  authenticator: { name: 'iCloud Keychain', icon: null },
  synced: true,
  host: 'localhost',
  usable: true,
  createdAt: '2026-11-02T09:00:00.000Z',
  lastUsedAt: null,
  canRemove: true,
});

/** Somebody who once had a passkey has a handle. */
export function aPasskeyList(...passkeys: Passkey[]): PasskeyList {
  if (passkeys.length === 0) return { passkeys, signals: null };
  return {
    passkeys,
    signals: {
      rpId: 'localhost',
      userId: 'aGFuZGxl',
      name: 'ada@example.com',
      displayName: 'Ada Lovelace',
      allAcceptedCredentialIds: passkeys.filter(({ usable }) => usable).map(({ id }) => id),
    },
  };
}

export const aSecurityReview = factory<SecurityReview>({
  reason: 'password-reset',
  since: '2026-10-21T09:00:00.000Z',
  listed: 'digest of two',
  additions: [
    {
      kind: 'connection',
      provider: 'demo-one',
      name: 'Demo One',
      label: 'eve@demo-one.example',
      providerAccountId: 'eve',
      addedAt: '2026-11-18T09:00:00.000Z',
      canRemove: true,
    },
    {
      kind: 'phone',
      international: '+49 1512 3456789',
      addedAt: '2026-11-17T09:00:00.000Z',
      canRemove: true,
    },
  ],
});

export function anAccessToken(changes: Partial<AccessToken> = {}): AccessToken {
  return {
    id: 'token-1',
    name: 'Nightly report',
    hint: 'foyer_pat_…4fQz',
    scopes: ['profile:read'],
    createdAt: '2026-10-02T09:00:00.000Z',
    expires: new Date(Date.now() + 60 * 24 * 60 * 60 * 1000).toISOString(),
    expired: false,
    lastUsed: null,
    ...changes,
  };
}

/** Somebody who gave the first factor of a verification. */
export const aPendingSignIn = factory<PendingSignIn>({
  purpose: 'verify',
  methods: ['totp', 'recovery-code'],
  triesLeft: 5,
  mayTrustBrowser: false,
  expires: '2026-11-20T09:10:00.000Z',
});

export const aPasswordStatus = factory<PasswordStatus>({ changedAt: null, canSet: true, canRemove: false });

/** A verified address without an open change. */
export const anEmailStatus = factory<EmailStatus>({
  email: 'ada@example.com',
  verified: true,
  pending: null,
});

export const aPhoneStatus = factory<PhoneStatus>({ phone: null, pending: null, signsIn: false });

export const aVerifiedPhone = factory<VerifiedPhone>({
  e164: '+493012345678',
  country: 'DE',
  callingCode: '49',
  nationalNumber: '3012345678',
  national: '030 12345678',
  international: '+49 30 12345678',
  verifiedAt: '2026-10-02T09:00:00.000Z',
});

export const aPendingLink = factory<PendingLink>({
  id: '65a00000000000000000000c',
  provider: 'demo-one',
  providerName: 'Demo One',
  providerAccountId: 'subject-of-ada',
  label: 'ada',
  email: 'ada@example.com',
  methods: null,
  callbackUrl: '/account',
});

export const aListedSession = factory<ListedSession>({
  id: '65a000000000000000000001',
  current: false,
  byAdministrator: false,
  app: null,
  device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
  ip: '203.0.113.7',
  createdAt: '2026-11-18T09:00:00.000Z',
  lastSeenAt: '2026-11-19T09:00:00.000Z',
  expires: '2026-12-18T09:00:00.000Z',
});

export const anEvent = factory<Activity>({
  id: '65b000000000000000000001',
  kind: 'sign-in',
  method: 'password',
  methodName: null,
  label: null,
  count: 1,
  device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
  thisDevice: false,
  ip: '203.0.113.7',
  at: '2026-11-19T09:00:00.000Z',
});

export const PROVIDERS: readonly Provider[] = [
  aProvider('email', 'Email', 'email'),
  aProvider('demo-one', 'Demo One'),
  aProvider('demo-two', 'Demo Two'),
];

/** Off, but available. */
export const aSecondFactorStatus = factory<SecondFactorStatus>({
  policy: 'optional',
  isDemanded: false,
  isOn: false,
  mustEnrol: false,
  authenticatorApps: [],
  passkeys: 0,
  recoveryCodesLeft: 0,
  recoveryCodesCreatedAt: null,
  trustedBrowsers: [],
  removal: null,
});

export const anAuthenticatorApp = factory<AuthenticatorApp>({
  id: '65c000000000000000000001',
  name: 'Pixel 9',
  createdAt: '2026-10-02T09:00:00.000Z',
  lastUsedAt: null,
});

export function anEnrolledStatus(changes: Partial<SecondFactorStatus> = {}): SecondFactorStatus {
  return aSecondFactorStatus({
    isOn: true,
    authenticatorApps: [anAuthenticatorApp()],
    recoveryCodesLeft: 10,
    recoveryCodesCreatedAt: '2026-10-02T09:00:00.000Z',
    ...changes,
  });
}
