import { codeRequestCookie } from '../auth/code-request-cookie.ts';
import type { Context } from './context.ts';

/** The secret goes to a browser in an HttpOnly cookie, to a caller without cookies in the answer. */
export function toSentCode<Sent extends { readonly codeRequest: string }>(
  ctx: Context,
  { codeRequest, ...sent }: Sent,
): Omit<Sent, 'codeRequest'> & { codeRequest?: string } {
  if (!ctx.keepsCookies) return { ...sent, codeRequest };
  ctx.setCookie(codeRequestCookie(ctx.deps, ctx.cookies, codeRequest));
  return sent;
}
