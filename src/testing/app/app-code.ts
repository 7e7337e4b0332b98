import { TRPCClientError } from '@trpc/client';
import { isErrorCode, type ErrorCode } from '../../shared/errors/catalogue.ts';

/** The catalogue's code of a failed call. Throws when the call succeeds or fails without a code. */
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
