import type { ObjectId } from 'mongodb';
import { DEFAULT_LOCALE, type Locale } from '../../../shared/locale.ts';

/** The origin of a request, as far as known, and the language for its answer. */
export interface RequestOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly locale: Locale;
  /** The solved challenge of the request (`domain/limits/proof-of-work.ts`), as the text of its header. */
  readonly proofOfWork: string | null;
  /** The session that asks, or the one that a sign-in makes. It is missing where there is none. */
  readonly sessionId?: ObjectId;
}

/** Of a call without a request, such as that of a command on the server. */
export const NO_ORIGIN = {
  ip: null,
  userAgent: null,
  locale: DEFAULT_LOCALE,
  proofOfWork: null,
} as const satisfies RequestOrigin;
