import { CODE_REQUESTS_REMEMBERED } from '../../../shared/limits.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';

/**
 * A code works only in the browser that asked for it. Every request for a code gets a secret: the browser keeps those of its newest requests
 * in a cookie, joined by `~`; a script gets the secret with the answer and gives it back with the code.
 *
 * The secret begins with a few characters that follow from the address or number. They protect nothing: by them a browser that never asked
 * is told to use the one that did, and one whose code was used already is not.
 */
const MARK_LENGTH = 8;
const SEPARATOR = '~';
const CODE_REQUEST = /^[\w-]{20,100}$/;

export function createCodeRequest(identifier: string): string {
  return markOf(identifier) + createToken();
}

/** Whether this is, or was, a request for a code of this identifier. */
export function isCodeRequestOf(codeRequest: string, identifier: string): boolean {
  return codeRequest.startsWith(markOf(identifier));
}

function markOf(identifier: string): string {
  return hashToken(identifier).slice(0, MARK_LENGTH);
}

/** What a browser or script shows beside the code. */
export interface CodeGiver {
  /** The cookie of this browser's requests. */
  readonly codeRequests: string | undefined;
  /** What a script had with the answer to its request. */
  readonly codeRequest?: string | undefined;
  /** The device cookie. */
  readonly device: string | undefined;
}

/** The requests that a browser or script can show. */
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
