import { CHECK_COOKIE_MAX_AGE_MS } from '../../../shared/limits.ts';
import type { LinkConsent } from '../../../shared/schemas/accounts.ts';
import { SCOPES, type Scope } from '../../../shared/scopes.ts';
import { tryStorage } from '../../storage.ts';

/**
 * What a person may be in the middle of when they are sent to a provider to show that it is them: by its name, all that is
 * needed to take it up again on return. It lies in this tab's storage meanwhile, so nothing secret belongs here; an action that
 * needs a secret is asked for anew instead (`keep: null` in `useSensitiveMutation`).
 */
interface KeptInputs {
  readonly link: { readonly provider: string; readonly isReconnect: boolean };
  readonly unlink: { readonly provider: string; readonly providerAccountId: string };
  readonly 'resume-link': LinkConsent;
  readonly 'change-email': { readonly email: string };
  readonly 'set-phone': { readonly phone: string; readonly country: string | null };
  readonly 'remove-phone': Readonly<Record<string, never>>;
  readonly 'create-access-token': {
    readonly name: string;
    readonly scopes: Scope[];
    readonly expires: string;
  };
  readonly 'approve-device': { readonly userCode: string };
  readonly 'export-data': Readonly<Record<string, never>>;
  readonly 'delete-account': { readonly confirm: string };
}

export type KeptKind = keyof KeptInputs;
export type KeptInput<K extends KeptKind> = KeptInputs[K];
export type SensitiveAction = {
  [K in KeptKind]: { readonly kind: K; readonly input: KeptInput<K> };
}[KeptKind];

type Fields = Readonly<Record<string, unknown>>;

/** Storage is anybody's to write; by hand, since a schema library's unions would weigh on the sign-in page too. */
const READERS: { readonly [K in KeptKind]: (input: Fields) => KeptInput<K> | null } = {
  link: ({ provider, isReconnect }) =>
    typeof provider === 'string' && typeof isReconnect === 'boolean' ? { provider, isReconnect } : null,
  unlink: ({ provider, providerAccountId }) =>
    typeof provider === 'string' && typeof providerAccountId === 'string'
      ? { provider, providerAccountId }
      : null,
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
      ? { name, expires, scopes: SCOPES.filter((scope) => scopes.includes(scope)) }
      : null,
  'approve-device': ({ userCode }) => (typeof userCode === 'string' ? { userCode } : null),
  'export-data': () => ({}),
  'delete-account': ({ confirm }) => (typeof confirm === 'string' ? { confirm } : null),
};

const KEY = 'foyer.action-to-resume';
/** As long as the server waits for the provider's answer. */
const MAX_AGE_MS = CHECK_COOKIE_MAX_AGE_MS;

/** Before this page is left for a provider. */
export function keepAction({ kind, input }: SensitiveAction, userId: string): void {
  // Milliseconds since 1970.
  const keptAt = Date.now();
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify({ userId, keptAt, kind, input })));
}

/** What this very person was in the middle of, if they are back in time. */
export function readKeptAction(userId: string): SensitiveAction | null {
  const kept = tryStorage(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as unknown);
  if (!isFields(kept) || kept['userId'] !== userId || !isKind(kept['kind']) || !isFields(kept['input'])) {
    return null;
  }
  const age = Date.now() - Number(kept['keptAt']);
  if (!(age >= 0 && age <= MAX_AGE_MS)) return null;
  const { kind } = kept;
  const input = READERS[kind](kept['input']);
  // The reader of this kind has read the input of this kind.
  return input && ({ kind, input } as SensitiveAction);
}

export function forgetKeptAction(): void {
  tryStorage(() => sessionStorage.removeItem(KEY));
}

function isKind(value: unknown): value is KeptKind {
  return typeof value === 'string' && Object.hasOwn(READERS, value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
