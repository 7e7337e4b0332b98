import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Request, Response } from 'express';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { InputIssue } from '../../shared/issues.ts';
import { noteFailure, requestIdOf } from '../http/request.ts';

/**
 * The answer has the shape of a procedure's error, because tRPC's client knows a failure only by tRPC's own
 * number.
 */
export function refuseCall(
  req: Request,
  res: Response,
  code: ErrorCode,
  issues?: readonly InputIssue[],
): void {
  noteFailure(req, code);
  const { procedure, status, message } = ERRORS[code];
  const data = {
    appCode: code,
    requestId: requestIdOf(req),
    ...(issues ? { issues } : {}),
    httpStatus: status,
  };
  res.status(status).json({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[procedure], data } });
}
