import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from './settings/settings.ts';

/** Makes the server's logger. Every `err` in a line goes through `describeError`. */
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

const MAX_CAUSES = 6;
const MESSAGE_MAX_LENGTH = 500;

/**
 * The parts of an error that go to the log: type, code, message and stack frames, and the same of its causes. All other fields are dropped:
 * errors of Auth.js contain the callback's parameters, those of oauth4webapi a provider's tokens, and those of the driver stored documents.
 */
export function describeError(error: unknown): DescribedError {
  return describe(error, 0);
}

function describe(error: unknown, depth: number): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown' };
  const { code } = error as { code?: unknown };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const cause = depth < MAX_CAUSES ? causeOf(error) : undefined;
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

/** The cause of an error. Auth.js wraps it as `cause: { err, …parameters }`. */
function causeOf(error: Error): Error | undefined {
  const { cause } = error;
  if (cause instanceof Error) return cause;
  const wrapped = (cause as { err?: unknown } | null | undefined)?.err;
  return wrapped instanceof Error ? wrapped : undefined;
}

function redactMessage(error: Error): string {
  // V8 quotes the text that it could not parse as JSON. It may be a body with tokens.
  const message =
    error instanceof SyntaxError ? error.message.replace(/["'][\s\S]*["']/, '"…"') : error.message;
  return redact(message);
}

/** Removes from a text what may be secret: queries, stored values, and anything that looks like a token. */
export function redact(text: string): string {
  return (
    text
      .slice(0, MESSAGE_MAX_LENGTH)
      .replaceAll(/[?#][^\s"'<>]*=[^\s"'<>]*/g, '?…')
      // MongoDB quotes the values that a unique index refused.
      .replaceAll(/dup key: \{[\s\S]*/g, 'dup key: {…}')
      .replaceAll(/[\w~+/=%-]{20,}(?:\.[\w~+/=%-]+)*/g, (word) => (looksLikeToken(word) ? '…' : word))
  );
}

/** A random text has digits among its letters, or is longer than any name. Paths and error names are not like this. */
function looksLikeToken(word: string): boolean {
  return word.split('/').some((part) => (part.length >= 20 && /\d/.test(part)) || part.length >= 40);
}
