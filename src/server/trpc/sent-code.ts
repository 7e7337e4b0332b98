import { codeRequestCookie } from '../auth/code-request-cookie.ts';
import type { Context } from './context.ts';

/** Sends the secret of a request for a code: to a browser in an HttpOnly cookie, to a client without cookies in the answer. */
export function toSentCode<Sent extends { readonly codeRequest: string }>(
  ctx: Context,
  { codeRequest, ...sent }: Sent,
): Omit<Sent, 'codeRequest'> & { codeRequest?: string } {
  if (!ctx.keepsCookies) return { ...sent, codeRequest };
  ctx.setCookie(codeRequestCookie(ctx.deps, ctx.cookies, codeRequest));
  return sent;
}
