import { createToken, hashToken } from '../../crypto/secrets.ts';
import type { VerificationIdentifier } from '../../database/verification-documents.ts';

/** The newest requests that the cookie of a browser holds. */
const CODE_REQUESTS_REMEMBERED = 10;

/**
 * A code works only with the secret of its request, from the browser's cookie (joined by `~`) or from a
 * script. A secret begins with a mark of the address or number. The mark only decides between two error
 * texts.
 */
const MARK_LENGTH = 8;
const SEPARATOR = '~';
const CODE_REQUEST = /^[\w-]{20,100}$/;

export function createCodeRequest(identifier: VerificationIdentifier): string {
  return markOf(identifier) + createToken();
}

/** Compares the mark only, so it is also true for a former request of this identifier. */
export function isCodeRequestOf(codeRequest: string, identifier: VerificationIdentifier): boolean {
  return codeRequest.startsWith(markOf(identifier));
}

function markOf(identifier: VerificationIdentifier): string {
  return hashToken(identifier).slice(0, MARK_LENGTH);
}

export interface CodeGiver {
  /** The cookie with the secrets of this browser's requests. */
  readonly codeRequests: string | undefined;
  /** The secret that a script got with the answer to its request. */
  readonly codeRequest?: string | undefined;
  readonly deviceCookie: string | undefined;
}

export function readCodeRequests(cookie: string | undefined, given?: string): string[] {
  const remembered = (cookie ?? '')
    .split(SEPARATOR)
    .filter((each) => CODE_REQUEST.test(each))
    .slice(0, CODE_REQUESTS_REMEMBERED);
  return given === undefined ? remembered : [given, ...remembered];
}

/** The newest request comes first. */
export function rememberCodeRequest(cookie: string | undefined, codeRequest: string): string {
  return [codeRequest, ...readCodeRequests(cookie)].slice(0, CODE_REQUESTS_REMEMBERED).join(SEPARATOR);
}
