import type { Request, RequestHandler, Response } from 'express';
import { atBase } from '../../shared/base-path.ts';
import { AppError } from '../app-error.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { createAuthorizationCode } from '../domain/oauth/authorization-codes.ts';
import {
  answerAddress,
  AUTHORIZE_PATH,
  AuthorizationRefusal,
  decideAuthorization,
  readAuthorizationRequest,
} from '../domain/oauth/authorization-request.ts';
import { requireHintedUser } from '../domain/oauth/id-token-hint.ts';
import { refuseMethod, requestContextOf, sendError } from '../http/request.ts';
import { contextOf } from '../trpc/context.ts';

/**
 * Leads to the missing step, or to the client with a code (RFC 6749, 4.1.1; OpenID Connect Core, 3.1.2.1). An
 * undeclared client or redirect address gets a page.
 */
export function answerAuthorize(deps: AuthDependencies): RequestHandler {
  return async (req, res) => {
    // A HEAD would make a code that nobody gets.
    if (req.method === 'HEAD') return refuseMethod(req, res, ['GET', 'POST']);
    const parameters = new URLSearchParams(queryOf(req));
    try {
      const request = readAuthorizationRequest(deps, parameters);
      const context = contextOf(deps, req, res, () => requestContextOf(req));
      const read = (await context.session()) ?? (await context.enrolmentSession());
      const step = decideAuthorization(deps, request, read);
      if (step.kind !== 'code') return redirect(res, step.path);
      await requireHintedUser(deps, request, step.actor.user);
      const code = await createAuthorizationCode(deps, step.actor, request, requestContextOf(req)).catch(
        (error: unknown) => {
          // A page would end an app that asks without a user.
          if (error instanceof AppError && error.code === 'RATE_LIMITED')
            throw new AuthorizationRefusal(request, 'temporarily_unavailable', 'That was tried too often.');
          throw error;
        },
      );
      redirect(res, answerAddress(deps, request, { code }));
    } catch (error) {
      if (!(error instanceof AuthorizationRefusal)) throw error;
      const answer = { error: error.code, description: error.message };
      redirect(res, answerAddress(deps, error, answer));
    }
  };
}

/** A post from another site has no `SameSite=Lax` cookie, so it redirects to GET. */
export function answerPostedAuthorize(deps: AuthDependencies): RequestHandler {
  return (req, res) => {
    const body: unknown = req.body;
    if (typeof body !== 'string') return sendError(req, res, 'UNSUPPORTED_MEDIA_TYPE');
    redirect(res, `${atBase(deps.settings, AUTHORIZE_PATH)}?${new URLSearchParams(body).toString()}`);
  };
}

/** `req.query` hides a parameter that is there twice. */
function queryOf({ originalUrl }: Request): string {
  const at = originalUrl.indexOf('?');
  return at === -1 ? '' : originalUrl.slice(at + 1);
}

/** 303: no browser sends a form again (RFC 9700, 4.12). No cache or `Referer` may have a code or state. */
function redirect(res: Response, address: string): void {
  res.set('Cache-Control', 'no-store').set('Referrer-Policy', 'no-referrer');
  // Express would write the address in another way.
  res.status(303).set('Location', address).end();
}
