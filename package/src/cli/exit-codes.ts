import { isFoyerError } from '../client.ts';

/** How the command ends, for scripts. `docs/command-line.md` tells the same, and a test compares. */
export const EXIT_CODES = {
  ok: 0,
  /** Something of our own that was not foreseen. */
  fault: 1,
  /** The command was not understood. */
  usage: 2,
  /** No token, or one that is over. */
  notSignedIn: 3,
  /** The token may not do it, or the person said no. */
  refused: 4,
  /** What was named is not there, or the input is not as it must be. */
  invalid: 5,
  /** Foyer cannot be reached or cannot answer now, or wants a pause. */
  unavailable: 6,
} as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** What a person typed cannot be done, with the words that help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** There is no token to do it with. */
export class NotSignedInError extends Error {
  override readonly name = 'NotSignedInError';
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return EXIT_CODES.usage;
  if (error instanceof NotSignedInError) return EXIT_CODES.notSignedIn;
  if (!isFoyerError(error)) return EXIT_CODES.fault;
  const { status } = error;
  if (status === 401) return EXIT_CODES.notSignedIn;
  if (status === 403) return EXIT_CODES.refused;
  return status >= 500 || status === 429 ? EXIT_CODES.unavailable : EXIT_CODES.invalid;
}
