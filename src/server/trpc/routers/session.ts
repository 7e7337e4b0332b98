import { atBase } from '../../../shared/base-path.ts';
import { ACCOUNT_PATH } from '../../../shared/callback-url.ts';
import {
  createSessionTokenInput,
  createSessionTokenOutput,
  getSessionOutput,
  reauthenticateInput,
  reauthenticateOutput,
  signOutOutput,
} from '../../../shared/schemas/session.ts';
import { AppError } from '../../app-error.ts';
import { logAuthEvent } from '../../log/auth-event.ts';
import { requireCallbackUrl, startProviderFlow } from '../../auth/start-flow.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import {
  reauthenticateWithCode,
  reauthenticateWithPasskey,
  reauthenticateWithPassword,
  requestReauthenticationCode,
  textReauthenticationCode,
  type Verified,
} from '../../domain/sign-in/reauthentication.ts';
import { createSessionToken } from '../../domain/sessions/session-tokens.ts';
import { toSession } from '../../domain/sessions/sessions.ts';
import { toTokenSession } from '../../domain/tokens/access-tokens.ts';
import type { Context } from '../context.ts';
import { setCookies } from '../finish-sign-in.ts';
import { signOutBrowser } from '../own-session.ts';
import { enrolmentProcedure, publicProcedure, router, sessionProcedure } from '../procedures.ts';
import { sessionImpersonationProcedures } from './session-impersonation.ts';
import { sessionListProcedures } from './session-list.ts';
import { sessionSecondFactorProcedures } from './session-second-factor.ts';
import { sessionSignInProcedures } from './session-sign-in.ts';

export const sessionRouter = router({
  ...sessionListProcedures,

  get: publicProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'profile:read',
      summary: 'Who is signed in, or `null`.',
      errors: [],
    })
    .output(getSessionOutput)
    .query(async ({ ctx }) => {
      const token = await ctx.accessToken();
      if (token) return toTokenSession(ctx.deps, token);
      const read = await ctx.session();
      return read && toSession(ctx.deps, read);
    }),

  token: sessionProcedure
    .meta({
      fromTrustedOrigins: true,
      whileImpersonating: true,
      summary:
        'Signs a token about this session for a service that cannot ask Foyer. It is valid for five minutes and for one audience.',
      errors: [],
    })
    .input(createSessionTokenInput)
    .output(createSessionTokenOutput)
    .query(({ ctx, input }) => createSessionToken(ctx.deps, ctx.current, input.audience)),

  ...sessionSignInProcedures,

  ...sessionSecondFactorProcedures,

  ...sessionImpersonationProcedures,

  reauthenticate: enrolmentProcedure
    .meta({
      summary:
        'Makes this session fresh, which sensitive procedures need. The person verifies who they are by password, by a passkey, by a connected identity provider, or in two steps by a code: `email` or `phone` sends it, `code` gives it back. The newest code counts. A person with a second factor then gives it to `session.completeSignIn`.',
      errors: [
        'NOT_FOUND',
        'RATE_LIMITED',
        'EmailSignin',
        'PHONE_SEND_FAILED',
        'CODE_INVALID',
        'CODE_DEAD',
        'PASSWORD_WRONG',
        'SIGN_IN_EXPIRED',
        'PASSKEY_INVALID',
        'PASSKEY_UNKNOWN',
        'PASSKEY_OTHER_HOST',
        'Signin',
        'OAuthSignin',
        'Configuration',
      ],
    })
    .input(reauthenticateInput)
    .output(reauthenticateOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, requestContext, user } = ctx;
      const { session } = ctx.current;
      const verifier = { session, user, requestContext };
      if (input.method === 'email')
        return { status: 'code-sent' as const, ...(await requestReauthenticationCode(deps, verifier)) };
      if (input.method === 'phone')
        return { status: 'text-sent' as const, ...(await textReauthenticationCode(deps, verifier)) };
      if (input.method === 'password')
        return answerVerified(ctx, await reauthenticateWithPassword(deps, verifier, input.password));
      if (input.method === 'code')
        return answerVerified(ctx, await reauthenticateWithCode(deps, verifier, input.code));
      if (input.method === 'passkey') {
        const presented = { passkey: input.passkey, passkeyCookie: ctx.cookies.passkey };
        return answerVerified(ctx, await reauthenticateWithPasskey(deps, verifier, presented));
      }
      if (!user.accounts.some(({ provider }) => provider === input.provider)) throw new AppError('NOT_FOUND');
      const { url, cookies } = await startProviderFlow(deps, ctx, {
        provider: input.provider,
        callbackPath: requireCallbackUrl(deps, input.callbackUrl ?? atBase(deps.settings, ACCOUNT_PATH)),
        intent: {
          kind: 'reauthenticate',
          userId: user._id.toHexString(),
          sessionId: session._id.toHexString(),
        },
      });
      for (const cookie of cookies) ctx.setCookie(cookie);
      return { status: 'navigate' as const, url };
    }),

  signOut: publicProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'session',
      summary: 'Ends this session. Without a session it does nothing.',
      errors: [],
    })
    .output(signOutOutput)
    .mutation(async ({ ctx }) => {
      await signOutBrowser(ctx);
      return { signedOut: true as const };
    }),
});

function answerVerified(
  ctx: Context & { readonly user: UserDocument },
  verified: Verified,
): { status: 'fresh'; authenticatedAt: string } | { status: 'second-factor' } {
  if (verified.status === 'second-factor') {
    setCookies(ctx, verified.cookies);
    return { status: 'second-factor' };
  }
  const { at, method } = verified;
  const userId = ctx.user._id.toHexString();
  logAuthEvent(ctx.deps.log, 'auth.reauthenticated', { requestId: ctx.requestId, method, userId });
  return { status: 'fresh', authenticatedAt: at.toISOString() };
}
