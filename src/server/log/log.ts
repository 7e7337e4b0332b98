import { pino, type DestinationStream, type Logger } from 'pino';
import { withSourcePlaces } from '../configuration/compiled-places.ts';
import type { Log } from './log-lines.ts';
import { REQUEST_LINE } from './log-output.ts';
import type { Settings } from '../settings/settings.ts';
import { currentTrace } from './trace.ts';

/** Creates the server's logger. Every `err` passes `describeError`. Lines in a trace have its `traceId`. */
export function createLogger(settings: Pick<Settings, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = { level: settings.logLevel, serializers: { err: describeError }, mixin: traceField };
  return destination ? pino(options, destination) : pino(options);
}

function traceField(): { readonly traceId?: string } {
  const trace = currentTrace();
  return trace ? { traceId: trace.id } : {};
}

/** Load balancers request these all the time. A failure of `/readyz` has a line of its own. */
const PROBES = new Set(['/healthz', '/readyz']);
const SAMPLED = 100;

/** Writes the line of an answered request if `LOG_REQUESTS` wants one. `log-output.ts` may delay it. */
export function logRequest(
  { log, settings }: { readonly log: Log; readonly settings: Pick<Settings, 'logRequests'> },
  line: {
    readonly requestId: string;
    /** Only for a line that is written outside the request's asynchronous context. */
    readonly traceId?: string;
    readonly method: string;
    /** Without the query, which contains codes, states and tokens. */
    readonly path: string;
    /** `null`: the caller closed the connection before the answer. */
    readonly status: number | null;
    readonly ms: number;
  },
): void {
  if (PROBES.has(line.path)) return;
  const isWanted = settings.logRequests === 'all' || (line.status ?? 0) >= 500;
  const isInSample = !isWanted && settings.logRequests === 'sample' && isSampled(line.requestId);
  if (!isWanted && !isInSample) return;
  // No path of Foyer has an address, but an unknown caller can request one that has.
  const plain = /@|%40/.test(line.path) ? { ...line, path: redact(line.path) } : line;
  log.info(isInSample ? { ...plain, sampled: SAMPLED } : plain, REQUEST_LINE);
}

/** Takes one of a hundred, because the id is random. */
function isSampled(requestId: string): boolean {
  return Number.parseInt(requestId.slice(0, 8), 16) % SAMPLED === 0;
}

interface DescribedError {
  readonly type: string;
  readonly code?: string | number;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: DescribedError;
}

const MOST_CAUSES = 6;
const MESSAGE_MAX_LENGTH = 500;

/**
 * The type, code, message and stack of an error and of its causes. Other properties may have secrets: the
 * callback's parameters (Auth.js), the provider's answer (oauth4webapi) or stored documents (the driver).
 */
export function describeError(error: unknown): DescribedError {
  return describe(error, 0);
}

function describe(error: unknown, depth: number): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown' };
  const { code } = error as { code?: unknown };
  const frames = withSourcePlaces(error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  const cause = depth < MOST_CAUSES ? causeOf(error) : undefined;
  return {
    type: error.name,
    ...(typeof code === 'number' || (typeof code === 'string' && /^[\w.-]{1,64}$/.test(code))
      ? { code }
      : {}),
    message: redactMessage(error),
    ...(frames.length > 0 ? { stack: frames.join('\n') } : {}),
    ...(cause === undefined ? {} : { cause: describe(cause, depth + 1) }),
  };
}

/** Auth.js sets `cause: { err, …parameters }`; others set `cause` to the error. */
function causeOf(error: Error): Error | undefined {
  const { cause } = error;
  if (cause instanceof Error) return cause;
  const wrapped = (cause as { err?: unknown } | null | undefined)?.err;
  return wrapped instanceof Error ? wrapped : undefined;
}

function redactMessage(error: Error): string {
  // V8 quotes the invalid JSON, which may be a body with tokens.
  const message =
    error instanceof SyntaxError ? error.message.replace(/["'][\s\S]*["']/, '"…"') : error.message;
  return redact(message);
}

/** Removes possible secrets: queries, stored values, addresses, phone numbers and token-like texts. */
export function redact(text: string): string {
  return (
    cut(text)
      .replaceAll(/[?#][^\s"'<>]*=[^\s"'<>]*/g, '?…')
      // MongoDB's message contains the values that a unique index refused.
      .replaceAll(/dup key: \{[\s\S]*/g, 'dup key: {…}')
      .replaceAll(/[^\s@"'`<>(),:;/]+(?:@|%40)[^\s@"'`<>(),:;/]+\.\p{L}{2,}/gu, '…')
      .replaceAll(/\+[1-9]\d{6,14}(?!\d)/g, '…')
      .replaceAll(/[\w~+/=%-]{20,}(?:\.[\w~+/=%-]+)*/g, (word) => (looksLikeToken(word) ? '…' : word))
  );
}

/** Drops the last word as a whole, because a part of an address or a token would not be recognized. */
function cut(text: string): string {
  if (text.length <= MESSAGE_MAX_LENGTH) return text;
  return text.slice(0, MESSAGE_MAX_LENGTH).replace(/[^\s"'`<>(),:;]*$/, '…');
}

/** Random text contains digits or is longer than a name. Paths and error names are neither. */
function looksLikeToken(word: string): boolean {
  return word.split('/').some((part) => (part.length >= 20 && /\d/.test(part)) || part.length >= 40);
}
