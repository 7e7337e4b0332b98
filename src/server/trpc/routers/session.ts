import { linkConsent } from '../../../shared/schemas/accounts.ts';
import {
  requestPhoneCodeInput,
  requestPhoneCodeOutput,
  signInWithPhoneCodeInput,
} from '../../../shared/schemas/phone.ts';
import {
  confirmLinkInput,
  createSessionTokenInput,
  createSessionTokenOutput,
  getSessionOutput,
  navigateOutput,
  reauthenticateInput,
  reauthenticateOutput,
  requestLinkInput,
  requestLinkOutput,
  signedInOutput,
  signInWithCodeInput,
  signInWithInput,
  signOutOutput,
} from '../../../shared/schemas/session.ts';
import { AppError } from '../../app-error.ts';
import { logAuthEvent } from '../../auth-event.ts';
import { requireCallbackPath, startProviderFlow } from '../../auth/start-flow.ts';
import type { UserDocument } from '../../database/collections.ts';
import { requireAdmission } from '../../domain/rules/admission.ts';
import type { CodeGiver } from '../../domain/codes/code-requests.ts';
import { continueWithoutAddress, providerNameOf, requireShown } from '../../domain/sign-in/pending-links.ts';
import { confirmPhoneCode, requestPhoneSignIn } from '../../domain/sign-in/phone-sign-in.ts';
import {
  reauthenticateWithCode,
  reauthenticateWithPassword,
  requestReauthenticationCode,
  textReauthenticationCode,
} from '../../domain/sign-in/reauthentication.ts';
import { createSessionToken } from '../../domain/sessions/session-tokens.ts';
import { toSession } from '../../domain/sessions/sessions.ts';
import {
  confirmCode,
  confirmLink,
  requestSignInMail,
  type ProvenAddress,
} from '../../domain/sign-in/sign-in-mail.ts';
import type { Context } from '../context.ts';
import { publicProcedure, router, sessionProcedure } from '../procedures.ts';
import { toSentCode } from '../sent-code.ts';
import { signInAndConnect, signInBrowser } from '../sign-in.ts';
import { endSession } from '../sign-out.ts';
import { sessionListProcedures } from './session-list.ts';

export const sessionRouter = router({
  ...sessionListProcedures,

  /** Who is signed in, or `null`. */
  get: publicProcedure
    .meta({ scope: 'profile:read' })
    .output(getSessionOutput)
    .query(async ({ ctx }) => {
      const token = await ctx.accessToken();
      if (token) return toSession({ session: token.accessToken, user: token.user });
      const read = await ctx.session();
      return read && toSession(read);
    }),

  /** A signed token about this session, for a service that cannot ask us: five minutes, one audience. */
  token: sessionProcedure
    .meta({ scope: 'session' })
    .input(createSessionTokenInput)
    .output(createSessionTokenOutput)
    .query(({ ctx, input }) => createSessionToken(ctx.deps, ctx.current, input.audience)),

  /** Starts a provider's sign-in: the address to navigate to. */
  signInWith: publicProcedure
    .meta({ scope: 'session' })
    .input(signInWithInput)
    .output(navigateOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackPath = requireCallbackPath(input.callbackUrl, ctx.deps.settings.origin);
      const { url, cookies } = await startProviderFlow(ctx.deps, ctx, {
        provider: input.provider,
        callbackPath,
      });
      for (const cookie of cookies) ctx.setCookie(cookie);
      return { url };
    }),

  /** Mails a link and a code. The code works only in the browser that asked; a script gives back `codeRequest` with it. The link works anywhere. */
  requestLink: publicProcedure
    .meta({ scope: 'session' })
    .input(requestLinkInput)
    .output(requestLinkOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackPath = requireCallbackPath(input.callbackUrl, ctx.deps.settings.origin);
      requireAdmission(ctx.deps.settings, input.email);
      const shown = input.connect && (await requireShown(ctx.deps, ctx.cookies.link, input.connect));
      if (shown && shown.email !== input.email) throw new AppError('OAuthAccountNotLinked');
      const sent = await requestSignInMail(ctx.deps, {
        email: input.email,
        callbackPath,
        client: ctx.client,
        device: ctx.cookies.device,
        browser: ctx.cookies['sign-up'],
        ...(shown && { connects: providerNameOf(ctx.deps, shown) }),
      });
      logAuthEvent(ctx.deps.log, 'auth.mail-requested', { requestId: ctx.requestId, ip: ctx.client.ip });
      return toSentCode(ctx, sent);
    }),

  /** Signs in by the link's token, once. */
  confirmLink: publicProcedure
    .meta({ scope: 'session' })
    .input(confirmLinkInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackPath(input.callbackUrl, ctx.deps.settings.origin);
      requireAdmission(ctx.deps.settings, input.email);
      const proven = await confirmLink(ctx.deps, { ...input, ...signUpBrowser(ctx) });
      return {
        ...(await signInBrowser(
          ctx,
          { ...proven, method: { kind: 'email-link' }, callbackUrl },
          'Verification',
        )),
        ...toSignUp(ctx, proven),
      };
    }),

  /** Signs in by the mail's code, once, in the browser that asked for it. With `connect` it then connects what waits there and was shown. */
  signInWithCode: publicProcedure
    .meta({ scope: 'session' })
    .input(signInWithCodeInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackPath(input.callbackUrl, ctx.deps.settings.origin);
      requireAdmission(ctx.deps.settings, input.email);
      const proven = await confirmCode(ctx.deps, { ...input, ...signUpBrowser(ctx), ...codeGiver(ctx) });
      return {
        ...(await signInAndConnect(
          ctx,
          { ...proven, method: { kind: 'email-code' }, callbackUrl },
          input.connect,
        )),
        ...toSignUp(ctx, proven),
      };
    }),

  /** Sends a code to a verified number, where `PHONE_SIGN_IN` is on. It works only in the browser that asked; a script gives back `codeRequest` with it. */
  requestPhoneCode: publicProcedure
    .meta({ scope: 'session' })
    .input(requestPhoneCodeInput)
    .output(requestPhoneCodeOutput)
    .mutation(async ({ ctx, input }) => {
      const sent = await requestPhoneSignIn(ctx.deps, input, {
        client: ctx.client,
        device: ctx.cookies.device,
      });
      const { requestId, client } = ctx;
      logAuthEvent(ctx.deps.log, 'auth.phone-code-requested', { requestId, ip: client.ip });
      return toSentCode(ctx, sent);
    }),

  /** Signs in by the text message's code, once, in the browser that asked for it. */
  signInWithPhoneCode: publicProcedure
    .meta({ scope: 'session' })
    .input(signInWithPhoneCodeInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackPath(input.callbackUrl, ctx.deps.settings.origin);
      const proof = await confirmPhoneCode(ctx.deps, {
        ...input,
        ...codeGiver(ctx),
        client: ctx.client,
      });
      const signIn = { ...proof, method: { kind: 'phone-code' }, callbackUrl } as const;
      return signInBrowser(ctx, signIn, 'Verification');
    }),

  /** Signs in with the provider account that waits in this browser and was shown, without the address that it names. */
  continueWithoutAddress: publicProcedure
    .meta({ scope: 'session' })
    .input(linkConsent)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      requireAdmission(ctx.deps.settings, null);
      const signIn = await continueWithoutAddress(ctx.deps, ctx.cookies.link, input, ctx.client);
      ctx.setCookie(ctx.deps.cookies.clear('link'));
      return signInBrowser(ctx, signIn, 'Verification');
    }),

  /** Shows again who is there, by a code to their address or number, their password or a connected provider, so that sensitive things may be done. */
  reauthenticate: sessionProcedure
    .meta({ scope: 'session' })
    .input(reauthenticateInput)
    .output(reauthenticateOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, client, user } = ctx;
      const { session } = ctx.current;
      if (input.method === 'email') {
        return {
          status: 'code-sent' as const,
          ...(await requestReauthenticationCode(deps, { session, user, client })),
        };
      }
      if (input.method === 'phone') {
        return {
          status: 'text-sent' as const,
          ...(await textReauthenticationCode(deps, { session, user, client })),
        };
      }
      if (input.method === 'password') {
        const { password } = input;
        const at = await reauthenticateWithPassword(deps, { session, user, password, client });
        return answerFresh(ctx, user, { at, method: 'password' });
      }
      if (input.method === 'code') {
        const { code } = input;
        return answerFresh(ctx, user, await reauthenticateWithCode(deps, { session, user, code, client }));
      }
      if (!user.accounts.some(({ provider }) => provider === input.provider)) throw new AppError('NOT_FOUND');
      const { url, cookies } = await startProviderFlow(deps, ctx, {
        provider: input.provider,
        callbackPath: requireCallbackPath(input.callbackUrl, deps.settings.origin),
        intent: {
          kind: 'reauthenticate',
          userId: user._id.toHexString(),
          sessionId: session._id.toHexString(),
        },
      });
      for (const cookie of cookies) ctx.setCookie(cookie);
      return { status: 'navigate' as const, url };
    }),

  /** Ends this session; without one it has nothing to do. */
  signOut: publicProcedure
    .meta({ scope: 'session' })
    .output(signOutOutput)
    .mutation(async ({ ctx }) => {
      await endSession(ctx);
      return { signedOut: true as const };
    }),
});

function answerFresh(
  ctx: Context,
  user: UserDocument,
  { at, method }: { at: Date; method: string },
): { status: 'fresh'; authenticatedAt: string } {
  const userId = user._id.toHexString();
  logAuthEvent(ctx.deps.log, 'auth.reauthenticated', { requestId: ctx.requestId, method, userId });
  return { status: 'fresh', authenticatedAt: at.toISOString() };
}

function codeGiver({ cookies }: Context): Pick<CodeGiver, 'codeRequests' | 'device'> {
  return { codeRequests: cookies['code-request'], device: cookies.device };
}

function signUpBrowser(ctx: Context): { client: Context['client']; browser: string | undefined } {
  return { client: ctx.client, browser: ctx.cookies['sign-up'] };
}

/** What became of a sign-up, which is over now in this browser too. */
function toSignUp(
  ctx: Context,
  { signUp }: ProvenAddress,
): { signUp?: 'password-set' | 'password-left-out' } {
  if (signUp === null) return {};
  if (ctx.cookies['sign-up'] !== undefined) ctx.setCookie(ctx.deps.cookies.clear('sign-up'));
  return { signUp };
}
