import { codeRequestCookie } from '../auth/code-request-cookie.ts';
import type { Context } from './context.ts';

/**
 * Hands over the secret of a request for a code: to a browser in a cookie that no script reads, and to a client without cookies in the answer.
 */
export function toSentCode<Sent extends { readonly codeRequest: string }>(
  ctx: Context,
  { codeRequest, ...sent }: Sent,
): Omit<Sent, 'codeRequest'> & { codeRequest?: string } {
  if (!ctx.keepsCookies) return { ...sent, codeRequest };
  ctx.setCookie(codeRequestCookie(ctx.deps, ctx.cookies, codeRequest));
  return sent;
}
