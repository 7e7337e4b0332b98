import type { ObjectId } from 'mongodb';
import { DEFAULT_LOCALE, type Locale } from '../../../shared/locale.ts';

export interface RequestContext {
  readonly ip: string | null;
  /** At most `USER_AGENT_MAX_LENGTH` characters. */
  readonly userAgent: string | null;
  readonly locale: Locale;
  /** The header with the solved challenge (`domain/limits/proof-of-work.ts`). */
  readonly proofOfWork: string | null;
  /** The session that asks, or the one that a sign-in makes. */
  readonly sessionId?: ObjectId;
}

/** For calls without a request, such as those of a command on the server. */
export const NO_REQUEST = {
  ip: null,
  userAgent: null,
  locale: DEFAULT_LOCALE,
  proofOfWork: null,
} as const satisfies RequestContext;

/** What a request shows of the proxies that it passed. */
export interface SeenProxies {
  /** How many addresses `X-Forwarded-For` has. */
  readonly forwarded: number;
  /** Whether `TRUST_PROXY` trusts the address that the request came from. */
  readonly isSenderTrusted: boolean;
}
