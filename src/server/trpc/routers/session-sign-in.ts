import { linkConsent } from '../../../shared/schemas/accounts.ts';
import {
  requestPhoneCodeInput,
  requestPhoneCodeOutput,
  signInWithPhoneCodeInput,
} from '../../../shared/schemas/phone.ts';
import {
  confirmLinkInput,
  navigateOutput,
  requestLinkInput,
  requestLinkOutput,
  signedInOutput,
  signInWithCodeInput,
  signInWithInput,
} from '../../../shared/schemas/session.ts';
import { AppError } from '../../app-error.ts';
import { requireCallbackUrl, startProviderFlow } from '../../auth/start-flow.ts';
import { ADMISSION_ERRORS } from '../../configuration/admission.ts';
import { requireAdmission } from '../../domain/rules/admission.ts';
import type { CodeGiver } from '../../domain/codes/code-requests.ts';
import {
  continueWithoutAddress,
  providerNameOf,
  removePendingLink,
  requireShown,
} from '../../domain/sign-in/pending-links.ts';
import { PHONE_INPUT_ERRORS } from '../../domain/phones/phone-codes.ts';
import { lastUsedCookie } from '../../domain/sign-in/complete.ts';
import { confirmPhoneCode, requestPhoneSignIn } from '../../domain/sign-in/phone-sign-in.ts';
import {
  confirmCode,
  confirmLink,
  requestSignInMail,
  type VerifiedAddress,
} from '../../domain/sign-in/sign-in-mail.ts';
import { logEvent, type Context } from '../context.ts';
import { publicProcedure } from '../procedures.ts';
import { toSentCode } from '../sent-code.ts';
import { setCookies, signInBrowser, type SignInAnswer } from '../finish-sign-in.ts';

export const sessionSignInProcedures = {
  signInWith: publicProcedure
    .meta({
      scope: 'session',
      summary: 'Starts the sign-in with an identity provider. Answers the address to navigate to.',
      errors: ['Signin', 'OAuthSignin', 'Configuration'],
    })
    .input(signInWithInput)
    .output(navigateOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackPath = requireCallbackUrl(ctx.deps, input.callbackUrl);
      const { url, cookies } = await startProviderFlow(ctx.deps, ctx, {
        provider: input.provider,
        callbackPath,
      });
      for (const cookie of cookies) ctx.setCookie(cookie);
      return { url };
    }),

  requestLink: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Sends a mail with a link and a code to an address. The link works in any browser. The code works only in the browser that asked, or with the `codeRequest` of the answer.',
      errors: [
        'AccessDenied',
        'LINK_EXPIRED',
        'LINK_CHANGED',
        'OAuthAccountNotLinked',
        'RATE_LIMITED',
        'PROOF_OF_WORK_REQUIRED',
        'EmailSignin',
      ],
    })
    .input(requestLinkInput)
    .output(requestLinkOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackPath = requireCallbackUrl(ctx.deps, input.callbackUrl);
      requireAdmission(ctx.deps.settings, input.email);
      const shown = input.connect && (await requireShown(ctx.deps, ctx.cookies.link, input.connect));
      if (shown && shown.email !== input.email) throw new AppError('OAuthAccountNotLinked');
      const sent = await requestSignInMail(ctx.deps, {
        email: input.email,
        callbackPath,
        requestContext: ctx.requestContext,
        deviceCookie: ctx.cookies.device,
        signUpSecret: ctx.cookies['sign-up'],
        ...(shown && { connects: providerNameOf(ctx.deps, shown) }),
      });
      logEvent(ctx, 'auth.mail-requested');
      return toSentCode(ctx, sent);
    }),

  confirmLink: publicProcedure
    .meta({
      scope: 'session',
      summary: 'Signs in with the token of the link in the mail. It works once.',
      errors: ['ACCOUNT_SUSPENDED', 'AccessDenied', ...ADMISSION_ERRORS, 'Verification', 'EMAIL_KEPT'],
    })
    .input(confirmLinkInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackUrl(ctx.deps, input.callbackUrl);
      requireAdmission(ctx.deps.settings, input.email);
      const verified = await confirmLink(ctx.deps, { ...input, ...signUpBrowser(ctx) });
      const signIn = { ...verified, method: { kind: 'email-link' }, callbackUrl } as const;
      return withSignUp(ctx, await signInBrowser(ctx, signIn, 'Verification'), verified);
    }),

  signInWithCode: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Signs in with the code of the mail, in the browser that asked for it. It works once. With `connect` it then connects the waiting account that the person was shown.',
      errors: [
        'ACCOUNT_SUSPENDED',
        'AccessDenied',
        ...ADMISSION_ERRORS,
        'CODE_INVALID',
        'CODE_DEAD',
        'CODE_OTHER_BROWSER',
        'RATE_LIMITED',
        'PROOF_OF_WORK_REQUIRED',
        'Verification',
        'EMAIL_KEPT',
      ],
    })
    .input(signInWithCodeInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackUrl(ctx.deps, input.callbackUrl);
      requireAdmission(ctx.deps.settings, input.email);
      const verified = await confirmCode(ctx.deps, { ...input, ...signUpBrowser(ctx), ...codeGiver(ctx) });
      const signIn = { ...verified, method: { kind: 'email-code' }, callbackUrl } as const;
      return withSignUp(ctx, await signInBrowser(ctx, signIn, 'Verification', input.connect), verified);
    }),

  requestPhoneCode: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Sends a code to a verified phone number, where `PHONE_SIGN_IN` is on. The code works only in the browser that asked, or with the `codeRequest` of the answer.',
      errors: ['NOT_FOUND', ...PHONE_INPUT_ERRORS, 'RATE_LIMITED', 'PROOF_OF_WORK_REQUIRED'],
    })
    .input(requestPhoneCodeInput)
    .output(requestPhoneCodeOutput)
    .mutation(async ({ ctx, input }) => {
      const sent = await requestPhoneSignIn(ctx.deps, input, {
        requestContext: ctx.requestContext,
        deviceCookie: ctx.cookies.device,
      });
      logEvent(ctx, 'auth.phone-code-requested');
      return toSentCode(ctx, sent);
    }),

  signInWithPhoneCode: publicProcedure
    .meta({
      scope: 'session',
      summary: 'Signs in with the code of the text message, in the browser that asked for it. It works once.',
      errors: [
        'ACCOUNT_SUSPENDED',
        'NOT_FOUND',
        ...PHONE_INPUT_ERRORS,
        'CODE_INVALID',
        'CODE_DEAD',
        'CODE_OTHER_BROWSER',
        'RATE_LIMITED',
        'PROOF_OF_WORK_REQUIRED',
        'AccessDenied',
        ...ADMISSION_ERRORS,
        'Verification',
      ],
    })
    .input(signInWithPhoneCodeInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackUrl(ctx.deps, input.callbackUrl);
      const proof = await confirmPhoneCode(ctx.deps, {
        ...input,
        ...codeGiver(ctx),
        requestContext: ctx.requestContext,
      });
      const signIn = { ...proof, method: { kind: 'phone-code' }, callbackUrl } as const;
      return signInBrowser(ctx, signIn, 'Verification');
    }),

  continueWithoutAddress: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Signs in with the provider account that waits in this browser, without the address that the provider names.',
      errors: [
        'ACCOUNT_SUSPENDED',
        'AccessDenied',
        ...ADMISSION_ERRORS,
        'LINK_EXPIRED',
        'LINK_CHANGED',
        'OAuthAccountNotLinked',
        'Verification',
      ],
    })
    .input(linkConsent)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      requireAdmission(ctx.deps.settings, null);
      const signIn = await continueWithoutAddress(ctx.deps, ctx.cookies.link, input, ctx.requestContext);
      const answer = await signInBrowser(ctx, signIn, 'Verification');
      await removePendingLink(ctx.deps, input);
      ctx.setCookie(ctx.deps.cookies.clear('link'));
      return answer;
    }),
};

function codeGiver({ cookies }: Context): Pick<CodeGiver, 'codeRequests' | 'deviceCookie'> {
  return { codeRequests: cookies['code-request'], deviceCookie: cookies.device };
}

function signUpBrowser(ctx: Context): {
  requestContext: Context['requestContext'];
  signUpSecret: string | undefined;
} {
  return { requestContext: ctx.requestContext, signUpSecret: ctx.cookies['sign-up'] };
}

/**
 * Clears the sign-up cookie, and adds `signUp` to the answer. While the second factor is missing, the answer
 * has no `signUp`.
 */
function withSignUp(ctx: Context, answer: SignInAnswer, { signUp }: VerifiedAddress): SignInAnswer {
  if (signUp === null) return answer;
  if (ctx.cookies['sign-up'] !== undefined) ctx.setCookie(ctx.deps.cookies.clear('sign-up'));
  if (answer.status !== 'signed-in') return answer;
  // The person chose a password. The mail only verified the address.
  if (signUp === 'password-set') setCookies(ctx, [lastUsedCookie(ctx.deps, 'password')]);
  return { ...answer, signUp };
}
