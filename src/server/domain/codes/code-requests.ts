import { createToken, hashToken } from '../../crypto/secrets.ts';
import type { VerificationIdentifier } from '../../database/verification-documents.ts';

/** Requests that a browser stores in its cookie. */
const CODE_REQUESTS_REMEMBERED = 10;

/**
 * A code works only in the browser that asked for it. Each request for a code gets a secret. A browser keeps the secrets of its newest
 * requests in a cookie, joined by `~`. A script gets the secret with the answer and sends it with the code.
 *
 * The secret begins with a mark that is derived from the address or number. The mark protects nothing. It shows whether this browser ever
 * asked for this subject, which decides between two error texts.
 */
const MARK_LENGTH = 8;
const SEPARATOR = '~';
const CODE_REQUEST = /^[\w-]{20,100}$/;

export function createCodeRequest(identifier: VerificationIdentifier): string {
  return markOf(identifier) + createToken();
}

/** Whether this is, or was, a request for a code of this identifier. */
export function isCodeRequestOf(codeRequest: string, identifier: VerificationIdentifier): boolean {
  return codeRequest.startsWith(markOf(identifier));
}

function markOf(identifier: VerificationIdentifier): string {
  return hashToken(identifier).slice(0, MARK_LENGTH);
}

/** What a browser or script sends with the code. */
export interface CodeGiver {
  /** The cookie with the secrets of this browser's requests. */
  readonly codeRequests: string | undefined;
  /** The secret that a script got with the answer to its request. */
  readonly codeRequest?: string | undefined;
  /** The device cookie. */
  readonly device: string | undefined;
}

/** The secrets that a browser or script sent. */
export function readCodeRequests(cookie: string | undefined, given?: string): string[] {
  const remembered = (cookie ?? '')
    .split(SEPARATOR)
    .filter((each) => CODE_REQUEST.test(each))
    .slice(0, CODE_REQUESTS_REMEMBERED);
  return given === undefined ? remembered : [given, ...remembered];
}

/** The cookie's new value, the newest request first. */
export function rememberCodeRequest(cookie: string | undefined, codeRequest: string): string {
  return [codeRequest, ...readCodeRequests(cookie)].slice(0, CODE_REQUESTS_REMEMBERED).join(SEPARATOR);
}
