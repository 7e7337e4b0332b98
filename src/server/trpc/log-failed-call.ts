import type { TRPCError } from '@trpc/server';
import type { Request } from 'express';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import { logAuthEvent } from '../log/auth-event.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { requestContextOf, noteFailure, requestIdOf } from '../http/request.ts';
import { toFailure } from './failure.ts';

interface FailedCall {
  readonly error: TRPCError;
  /** `undefined` when the call names no procedure. */
  readonly path: string | undefined;
  readonly type: string;
}

/** A failed sign-in is an authentication event. */
export function logFailedCall(
  deps: Pick<AuthDependencies, 'log'>,
  req: Request,
  { error, path, type }: FailedCall,
): void {
  const { code } = toFailure(error);
  noteFailure(req, code);
  const line = { requestId: requestIdOf(req), procedure: path, type, code };
  const isSignIn = path !== undefined && /^(session|password)\./.test(path) && type === 'mutation';
  if (isSignIn || code === 'ACCESS_TOKEN_INVALID') {
    const { ip } = requestContextOf(req);
    logAuthEvent(deps.log, 'auth.failed', { requestId: line.requestId, at: path ?? 'trpc', ip, code });
  }
  if (ERRORS[code].status >= 500) deps.log.error({ ...line, err: error.cause ?? error }, 'procedure failed');
  else deps.log.info(line, 'procedure refused');
}
