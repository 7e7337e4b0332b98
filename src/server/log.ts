import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from './settings/settings.ts';

/** The one way to make the server's logger: every `err` in it goes through `describeError`. */
export function createLogger(settings: Pick<Settings, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = { level: settings.logLevel, serializers: { err: describeError } };
  return destination ? pino(options, destination) : pino(options);
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
 * What the log keeps of an error: its type, code, message and frames, and the same of its causes. Nothing is copied by default: the
 * errors of Auth.js carry the callback's parameters, those of oauth4webapi the provider's answer with its tokens, those of
 * the driver the stored documents.
 */
export function describeError(error: unknown): DescribedError {
  return describe(error, 0);
}

function describe(error: unknown, depth: number): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown' };
  const { code } = error as { code?: unknown };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const cause = depth < MOST_CAUSES ? causeOf(error) : undefined;
  return {
    type: error.name,
    ...(typeof code === 'number' || (typeof code === 'string' && /^[\w.-]{1,64}$/.test(code))
      ? { code }
      : {}),
    message: redactMessage(error),
    ...(frames?.length ? { stack: frames.join('\n') } : {}),
    ...(cause === undefined ? {} : { cause: describe(cause, depth + 1) }),
  };
}

/** Auth.js wraps as `cause: { err, …parameters }`, everyone else as `cause`. */
function causeOf(error: Error): Error | undefined {
  const { cause } = error;
  if (cause instanceof Error) return cause;
  const wrapped = (cause as { err?: unknown } | null | undefined)?.err;
  return wrapped instanceof Error ? wrapped : undefined;
}

function redactMessage(error: Error): string {
  // V8 quotes the text that is no JSON, which may be a body full of tokens.
  const message =
    error instanceof SyntaxError ? error.message.replace(/["'][\s\S]*["']/, '"…"') : error.message;
  return redact(message);
}

/** Takes out of a sentence what may be a secret: queries, stored values, and whatever looks like a token. */
export function redact(text: string): string {
  return (
    text
      .slice(0, MESSAGE_MAX_LENGTH)
      .replaceAll(/[?#][^\s"'<>]*=[^\s"'<>]*/g, '?…')
      // MongoDB names the values that a unique index refused.
      .replaceAll(/dup key: \{[\s\S]*/g, 'dup key: {…}')
      .replaceAll(/[\w~+/=%-]{20,}(?:\.[\w~+/=%-]+)*/g, (run) => (looksLikeToken(run) ? '…' : run))
  );
}

/** Random text mixes digits with letters, or is longer than any name; paths and names of errors do neither. */
function looksLikeToken(run: string): boolean {
  return run.split('/').some((part) => (part.length >= 20 && /\d/.test(part)) || part.length >= 40);
}
