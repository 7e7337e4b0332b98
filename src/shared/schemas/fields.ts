import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import {
  CALLBACK_URL_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  VERIFICATION_CODE_DIGITS,
} from '../limits.ts';
import { ONE_LINE } from '../one-line.ts';

export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  return /^[\u0000-\u007f]*$/.test(text);
}

/**
 * RFC 5321 dot-string, ASCII, lower-cased. Quotes, commas, groups, line breaks, `＠` and soft hyphens never
 * match: they made address parsers send elsewhere (GHSA-5jpx-9hw9-2fx4, GHSA-7rqj-j65f-68wh).
 */
export const emailAddress = z
  .string()
  .max(EMAIL_MAX_LENGTH, { error: ISSUES['address-too-long'], abort: true })
  .trim()
  // Before lower-casing: U+212A, the Kelvin sign, becomes an ASCII `k` and so another address.
  .refine(isAscii, { error: ISSUES['address-invalid'], abort: true })
  .toLowerCase()
  .pipe(z.email({ error: ISSUES['address-invalid'] }));

/** The server refuses other origins with `INVALID_INPUT`. */
export const callbackUrl = z
  .string()
  .max(CALLBACK_URL_MAX_LENGTH, { error: ISSUES['return-address-too-long'], abort: true });

/** As in `OIDC_<ID>_ISSUER` (lower case, `_` as `-`) or in Auth.js's list. */
export const providerId = z
  .string()
  .max(64)
  .regex(/^[a-z0-9][a-z0-9-]*$/, { error: ISSUES['provider-id-invalid'] });

/** OpenID Connect Core, section 2: `sub` has up to 255 ASCII characters. OAuth providers vary, so 512. */
export const providerAccountId = z.string().min(1).max(512);

/** base64url without padding. */
export const linkToken = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9_-]{20,}$/, { error: ISSUES['link-incomplete'] });

export const codeRequest = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/);

/** Spaces and dashes, as people copy them, are dropped. */
export const verificationCode = z
  .string()
  .max(32)
  .transform((code) => code.replace(/[\s-]/g, ''))
  .pipe(
    z.string().regex(new RegExp(`^[0-9]{${VERIFICATION_CODE_DIGITS}}$`), {
      error: ISSUES['code-incomplete'],
    }),
  );

export const userName = z
  .string()
  .trim()
  .min(1, { error: ISSUES['name-missing'] })
  .max(NAME_MAX_LENGTH, { error: ISSUES['name-too-long'] })
  .regex(ONE_LINE, { error: ISSUES['name-not-one-line'] });

/** ISO 8601 in UTC, as `toISOString` writes it. */
export const timestamp = z.iso.datetime();
export const documentId = z.string().regex(/^[0-9a-f]{24}$/, { error: ISSUES['id-invalid'] });
