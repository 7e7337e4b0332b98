import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';

/** What is sent to the outside. */
export type SentKind = 'mail' | 'text' | 'webhook';

/** `refused`: the mail server takes others, and will never take this one (`MailRefusedError`). Only mails have it. */
type SentOutcome = 'sent' | 'failed' | 'refused';

/** `second-factor`: the first factor was right, and the second one is awaited. */
export type SignInOutcome = 'signed-in' | 'second-factor' | 'failed';

/**
 * What the process counts while `METRICS` is on. Each function costs about a microsecond, and none fails. The places that decide call them, so they know no library of
 * metrics (decision 057).
 */
export interface Metrics {
  /** Call it for each request, before it is handled. Answers a function that counts the request; call it when the answer is complete or the client has gone. */
  beginRequest(req: IncomingMessage): (res: ServerResponse) => void;
  /** `code`: `OK`, or the code of the failure. Only for procedures of the router. */
  procedureCalled(path: string, code: ErrorCode | 'OK'): void;
  /** `method`: the name of the first factor (`methodName`). */
  signInDecided(method: string, outcome: SignInOutcome): void;
  /** After each attempt to send something. */
  sent(kind: SentKind, outcome: SentOutcome): void;
  /** A delivery of a webhook has no further attempts. Not for tests. */
  deliveryGivenUp(): void;
}
