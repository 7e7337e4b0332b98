import {
  AUTHORIZATION_ASKED_MAX_AGE_MS,
  CHECK_COOKIE_MAX_AGE_MS,
  DELETED_EXTERNAL_ID_KEPT_MS,
  EMAIL_UNDO_MAX_AGE_MS,
  INVITATION_MAX_AGE_MS,
  KNOWN_DEVICE_MAX_AGE_MS,
  PENDING_LINK_MAX_AGE_MS,
  PROOF_OF_WORK_MAX_AGE_MS,
  SECOND_FACTOR_REMOVAL_DELAY_MS,
  TOTP_ENROLMENT_MAX_AGE_MS,
  VERIFICATION_TOKEN_MAX_AGE_MS,
  HOUR_MS,
} from '../../shared/limits.ts';

/** How long an administrator may act as another person. */
const IMPERSONATION_MAX_AGE_MS = HOUR_MS;

/**
 * What becomes of a value after `AUTH_SECRET` was changed (decision 060).
 *
 * - `resealed`: `foyer-server rotate-secrets` encrypts it with the present secret.
 * - `expires`: it ends by itself. Until then the former secret must stay known.
 * - `key-kept`: it lives longer. `rotate-secrets` stores this purpose's key, encrypted, to check values.
 * - `made-again`: nobody needs a value of the former secret.
 */
type Fate =
  | { readonly fate: 'resealed' }
  | { readonly fate: 'expires'; readonly withinMs: number }
  | { readonly fate: 'key-kept'; readonly forMs: number }
  | { readonly fate: 'made-again'; readonly because: string };

const RESEALED = { fate: 'resealed' } as const;
const expires = (withinMs: number) => ({ fate: 'expires', withinMs }) as const;
const keyKept = (forMs: number) => ({ fate: 'key-kept', forMs }) as const;
const madeAgain = (because: string) => ({ fate: 'made-again', because }) as const;

/** Every purpose of `deriveKey`; another does not compile. The names are part of the keys, so they stay. */
const KEY_PURPOSES = {
  // What it encrypts stands in `SEALED_TEXTS`.
  'encryption at rest': RESEALED,
  'verification code': expires(VERIFICATION_TOKEN_MAX_AGE_MS),
  'flow intent': expires(CHECK_COOKIE_MAX_AGE_MS),
  'proof of work': expires(PROOF_OF_WORK_MAX_AGE_MS),
  'proof of work solution': expires(PROOF_OF_WORK_MAX_AGE_MS),
  'proof of work subject': expires(PROOF_OF_WORK_MAX_AGE_MS),
  // The secret makes the token of a mailed link, so it is needed until the mail is written, mostly for
  // seconds. The link is checked by the plain hash of its token.
  'email undo': expires(EMAIL_UNDO_MAX_AGE_MS),
  'second factor removal': expires(SECOND_FACTOR_REMOVAL_DELAY_MS),
  invitation: expires(INVITATION_MAX_AGE_MS),
  'provider picture': madeAgain(
    'a stored picture keeps its id; the next sign-in stores the picture under another',
  ),
  // In cookies, which no command can change.
  'known device': keyKept(KNOWN_DEVICE_MAX_AGE_MS),
  // The external id itself is not stored, so nothing can be hashed again.
  'deleted external id': keyKept(DELETED_EXTERNAL_ID_KEPT_MS),
} as const satisfies Readonly<Record<string, Fate>>;

export type KeyPurpose = keyof typeof KEY_PURPOSES;

/** The purposes whose keys are kept after a change of the secret. */
export type KeptPurpose = {
  [P in KeyPurpose]: (typeof KEY_PURPOSES)[P] extends { fate: 'key-kept' } ? P : never;
}[KeyPurpose];

/** For how long the key of each such purpose is of use. */
export const KEPT_PURPOSES: Readonly<Record<KeptPurpose, number>> = {
  'known device': KEY_PURPOSES['known device'].forMs,
  'deleted external id': KEY_PURPOSES['deleted external id'].forMs,
};

/** What the vault encrypts, by the file that seals it. A test finds the files. */
export const SEALED_TEXTS: Readonly<Record<string, Readonly<Record<string, Fate>>>> = {
  // It seals what other modules name.
  'crypto/encryption.ts': {},
  'database/stored-secret.ts': {
    'maintenance.sealed': madeAgain('the next start encrypts it with the present secret'),
  },
  'domain/jobs/jobs.ts': { 'jobs.payload': RESEALED },
  'domain/providers/provider-registrations.ts': { 'identity_providers.secrets': RESEALED },
  'domain/providers/provider-tokens.ts': {
    'accounts.tokens': RESEALED,
    'jobs.payload (tokens to revoke)': RESEALED,
    'pending_links.tokens': expires(PENDING_LINK_MAX_AGE_MS),
    'pending_sign_ins (waiting profile)': expires(PENDING_LINK_MAX_AGE_MS),
  },
  'domain/second-factor/totp-secrets.ts': {
    'users.totp.secret': RESEALED,
    'enrolment, in the browser': expires(TOTP_ENROLMENT_MAX_AGE_MS),
  },
  'domain/secret-rotation/former-keys.ts': { 'former_secrets.keys': RESEALED },
  'domain/sessions/signing-keys.ts': {
    'signing_keys.privateKey': RESEALED,
    'signing_keys.rsa.privateKey': RESEALED,
  },
  'domain/sign-in/own-session-cookie.ts': { 'cookie of the own session': expires(IMPERSONATION_MAX_AGE_MS) },
  'domain/webhooks/webhook-secrets.ts': { 'webhook_endpoints.secrets': RESEALED },
  'domain/oauth/authorization-request.ts': {
    'time in the address of a request': expires(AUTHORIZATION_ASKED_MAX_AGE_MS),
  },
};

/** What is made with the secret itself, without a key of a purpose. A test finds the files. */
export const UNDERIVED_USES: Readonly<Record<string, Readonly<Record<string, Fate>>>> = {
  'auth/auth-config.ts': {
    'check cookies': expires(CHECK_COOKIE_MAX_AGE_MS),
    'CSRF cookie': madeAgain('a form that is loaded again has a new one'),
  },
  // The hash that Auth.js stores. An invitation is such a token, and lives longest.
  'auth/providers.ts': { 'token of a sign-in link': expires(VERIFICATION_TOKEN_MAX_AGE_MS) },
  'crypto/secrets.ts': { 'token of a mailed link': expires(INVITATION_MAX_AGE_MS) },
  'development/demo/start.ts': {
    'secrets of the demo': madeAgain('the demo providers start with the server'),
  },
};

const FATES: readonly Fate[] = [
  KEY_PURPOSES,
  ...Object.values(SEALED_TEXTS),
  ...Object.values(UNDERIVED_USES),
].flatMap((fates: Readonly<Record<string, Fate>>) => Object.values(fates));

/** How long the former secret must stay known after the last value was made with it. */
export const FORMER_SECRET_NEEDED_MS = Math.max(
  ...FATES.map((each) => (each.fate === 'expires' ? each.withinMs : 0)),
);
