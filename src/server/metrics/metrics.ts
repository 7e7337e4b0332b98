import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';

export type SentKind = 'mail' | 'text' | 'webhook';

/** `refused`: the mail server will never take this mail (`MailRefusedError`). */
type SentOutcome = 'sent' | 'failed' | 'refused';

/** `second-factor`: the first factor was right, and the second one is awaited. */
export type SignInOutcome = 'signed-in' | 'second-factor' | 'failed';

/** `unknown`: the service did not answer in time, or not in its format. */
export type BreachLookUp = 'breached' | 'not-breached' | 'unknown';

/**
 * The counters of the process while `METRICS` is on. Each function takes about a microsecond, and none fails.
 * Callers know no metrics library (decision 057).
 */
export interface Metrics {
  /** Call it before the handling of a request, and its result when the answer is complete or aborted. */
  beginRequest(req: IncomingMessage): (res: ServerResponse) => void;
  /** `code`: `OK` or the failure. Only for procedures of the router. */
  procedureCalled(path: string, code: ErrorCode | 'OK'): void;
  /** `method`: the name of the first factor (`methodName`). */
  signInDecided(method: string, outcome: SignInOutcome): void;
  breachedPasswordLookedUp(found: BreachLookUp): void;
  sent(kind: SentKind, outcome: SentOutcome): void;
  /** A webhook delivery has no further attempts. Not for tests. */
  deliveryGivenUp(): void;
}
