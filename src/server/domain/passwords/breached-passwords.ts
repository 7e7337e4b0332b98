import { createHash } from 'node:crypto';
import { normalizePassword } from '../../../shared/password-policy.ts';
import type { Log } from '../../log/log-lines.ts';
import type { BreachLookUp, Metrics } from '../../metrics/metrics.ts';
import { createGuardedFetch } from '../../net/guarded-fetch.ts';

/** The longest wait for the service. A test on a busy machine waits longer. */
const TIMEOUT_MS = 800;
/** Of the 40 hexadecimal digits of a SHA-1. Nothing else of a password leaves the server. */
const PREFIX_DIGITS = 5;
/** The other digits of a hash, and how often it was found. Padding has a count of 0. */
const LINE = /^[0-9A-F]{35}:\d{1,12}$/i;
/** A padded answer has about 1,000 lines of 40 bytes. */
const MAX_ANSWER_BYTES = 256 * 1024;

export interface BreachedPasswords {
  /** Never throws. It takes at most 800 ms. */
  lookUp(password: string): Promise<BreachLookUp>;
}

/**
 * Knows the passwords of published data breaches, by the range interface of Have I Been Pwned
 * (https://haveibeenpwned.com/API/v3#PwnedPasswords). `url` ends before the five digits.
 */
export function createBreachedPasswords({
  url,
  log,
  metrics,
  timeoutMs = TIMEOUT_MS,
}: {
  readonly url: string;
  readonly log: Log;
  readonly metrics: Metrics | null;
  readonly timeoutMs?: number;
}): BreachedPasswords {
  const send = createGuardedFetch({
    allowLoopback: true,
    chosenByOperator: true,
    timeoutMs,
    answers: { maxBytes: MAX_ANSWER_BYTES, acceptsType: (type) => type === 'text/plain' },
  });
  const base = url.endsWith('/') ? url : `${url}/`;

  async function find(password: string): Promise<BreachLookUp> {
    const hash = createHash('sha1').update(normalizePassword(password)).digest('hex').toUpperCase();
    const answer = await send(base + hash.slice(0, PREFIX_DIGITS), {
      headers: { 'add-padding': 'true', 'user-agent': 'Foyer' },
    });
    const lines = (await answer.text()).trim().split(/\r?\n/);
    if (answer.status !== 200 || !lines.every((line) => LINE.test(line)))
      throw new Error(`the answer has the status ${answer.status}, or another format`);
    const rest = hash.slice(PREFIX_DIGITS);
    const line = lines.find((each) => each.slice(0, rest.length).toUpperCase() === rest);
    return line !== undefined && Number(line.slice(rest.length + 1)) > 0 ? 'breached' : 'not-breached';
  }

  return {
    async lookUp(password) {
      const found = await find(password).catch((error: unknown): BreachLookUp => {
        log.warn({ err: error }, 'breached passwords could not be looked up');
        return 'unknown';
      });
      metrics?.breachedPasswordLookedUp(found);
      return found;
    },
  };
}
