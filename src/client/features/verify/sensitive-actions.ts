import { CHECK_COOKIE_MAX_AGE_MS } from '../../../shared/limits.ts';
import type { LinkConsent } from '../../../shared/schemas/accounts.ts';
import { tryStorage } from '../../storage.ts';

/** They are in the tab's session storage, so an action with a secret is typed again (`storeAs: null`). */
interface StoredInputs {
  readonly link: { readonly provider: string; readonly isReconnect: boolean };
  readonly unlink: { readonly provider: string; readonly providerAccountId: string };
  readonly 'create-passkey': Readonly<Record<string, never>>;
  readonly 'remove-passkey': { readonly id: string };
  readonly 'resume-link': LinkConsent;
  readonly 'change-email': { readonly email: string };
  readonly 'set-phone': { readonly phone: string; readonly country: string | null };
  readonly 'remove-phone': Readonly<Record<string, never>>;
  readonly 'create-access-token': {
    readonly name: string;
    readonly scopes: string[];
    readonly expires: string;
  };
  readonly 'approve-device': { readonly userCode: string };
  readonly 'export-data': Readonly<Record<string, never>>;
  readonly 'delete-account': { readonly confirm: string };
}

export type StoredKind = keyof StoredInputs;
export type StoredInput<K extends StoredKind> = StoredInputs[K];
export type SensitiveAction = {
  [K in StoredKind]: { readonly kind: K; readonly input: StoredInput<K> };
}[StoredKind];

type Fields = Readonly<Record<string, unknown>>;

/** Anybody can write to storage. A schema library would be too large for the sign-in page. */
const READERS: { readonly [K in StoredKind]: (input: Fields) => StoredInput<K> | null } = {
  link: ({ provider, isReconnect }) =>
    typeof provider === 'string' && typeof isReconnect === 'boolean' ? { provider, isReconnect } : null,
  unlink: ({ provider, providerAccountId }) =>
    typeof provider === 'string' && typeof providerAccountId === 'string'
      ? { provider, providerAccountId }
      : null,
  'create-passkey': () => ({}),
  'remove-passkey': ({ id }) => (typeof id === 'string' ? { id } : null),
  'resume-link': ({ id, provider, providerAccountId }) =>
    typeof id === 'string' && typeof provider === 'string' && typeof providerAccountId === 'string'
      ? { id, provider, providerAccountId }
      : null,
  'change-email': ({ email }) => (typeof email === 'string' ? { email } : null),
  'set-phone': ({ phone, country }) =>
    typeof phone === 'string' && (typeof country === 'string' || country === null)
      ? { phone, country }
      : null,
  'remove-phone': () => ({}),
  'create-access-token': ({ name, scopes, expires }) =>
    typeof name === 'string' && typeof expires === 'string' && Array.isArray(scopes)
      ? { name, expires, scopes: scopes.filter((scope) => typeof scope === 'string') }
      : null,
  'approve-device': ({ userCode }) => (typeof userCode === 'string' ? { userCode } : null),
  'export-data': () => ({}),
  'delete-account': ({ confirm }) => (typeof confirm === 'string' ? { confirm } : null),
};

const KEY = 'foyer.action-to-resume';
/** As long as the server waits for the provider's answer. */
const MAX_AGE_MS = CHECK_COOKIE_MAX_AGE_MS;

export function storeAction({ kind, input }: SensitiveAction, userId: string): void {
  // Milliseconds since 1970.
  const keptAt = Date.now();
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify({ userId, keptAt, kind, input })));
}

export function readStoredAction(userId: string): SensitiveAction | null {
  const stored = tryStorage(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as unknown);
  if (
    !isFields(stored) ||
    stored['userId'] !== userId ||
    !isKind(stored['kind']) ||
    !isFields(stored['input'])
  ) {
    return null;
  }
  const age = Date.now() - Number(stored['keptAt']);
  if (!(age >= 0 && age <= MAX_AGE_MS)) return null;
  const { kind } = stored;
  const input = READERS[kind](stored['input']);
  // The reader and the input have the same kind.
  return input && ({ kind, input } as SensitiveAction);
}

export function clearStoredAction(): void {
  tryStorage(() => sessionStorage.removeItem(KEY));
}

function isKind(value: unknown): value is StoredKind {
  return typeof value === 'string' && Object.hasOwn(READERS, value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
