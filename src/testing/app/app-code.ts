import { TRPCClientError } from '@trpc/client';
import { AppError } from '../../server/app-error.ts';
import { isErrorCode, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { PARALLEL_CALLS } from '../faults/fault-rounds.ts';

/** The catalogue's code of a failed call. Throws when the call succeeds or has no code. */
export async function appCodeOf(call: Promise<unknown>): Promise<ErrorCode> {
  try {
    await call;
  } catch (error) {
    const code: unknown =
      error instanceof TRPCClientError ? (error.data as { appCode?: unknown } | null)?.appCode : null;
    if (isErrorCode(code)) return code;
    throw error;
  }
  throw new Error('the call was expected to fail');
}

/** The text that a call answers, `done` for another answer, or its error code. Throws other errors. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    const answer = await call;
    return typeof answer === 'string' ? answer : 'done';
  } catch (error) {
    return error instanceof AppError ? error.code : appCodeOf(Promise.reject(error));
  }
}

export async function countOutcomes(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(calls.map(outcomeOf))) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Makes `PARALLEL_CALLS` calls at once. */
export const countParallel = (call: (way: number) => Promise<unknown>) =>
  countOutcomes(Array.from({ length: PARALLEL_CALLS }, (_, way) => call(way)));
