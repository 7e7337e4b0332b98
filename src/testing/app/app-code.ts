import { TRPCClientError } from '@trpc/client';
import { isErrorCode, type ErrorCode } from '../../shared/errors/catalogue.ts';

/** The catalogue's code with which a call fails; a call that succeeds, or fails without one, is an error itself. */
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
