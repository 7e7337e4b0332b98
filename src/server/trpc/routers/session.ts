import {
  confirmLinkInput,
  getSessionOutput,
  navigateOutput,
  requestLinkInput,
  requestLinkOutput,
  signedInOutput,
  signInWithCodeInput,
  signInWithInput,
  signOutOutput,
} from '../../../shared/schemas/session.ts';
import { requireCallbackPath, startProviderFlow } from '../../auth/start-flow.ts';
import type { UserDocument } from '../../database/collections.ts';
import { createSession, deleteSession, toSession } from '../../domain/sessions.ts';
import { confirmCode, confirmLink, requestSignInMail } from '../../domain/sign-in-mail.ts';
import type { Context } from '../context.ts';
import { publicProcedure, router } from '../procedures.ts';

export const sessionRouter = router({
  /** Who is signed in, or `null`. */
  get: publicProcedure.output(getSessionOutput).query(async ({ ctx }) => {
    const read = await ctx.session();
    return read && toSession(read);
  }),

  /** Starts a provider's sign-in: the address to navigate to. */
  signInWith: publicProcedure
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

  /** Mails a link and a code. */
  requestLink: publicProcedure
    .input(requestLinkInput)
    .output(requestLinkOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackPath = requireCallbackPath(input.callbackUrl, ctx.deps.settings.origin);
      return requestSignInMail(ctx.deps, { email: input.email, callbackPath, client: ctx.client });
    }),

  /** Signs in by the link's token, once. */
  confirmLink: publicProcedure
    .input(confirmLinkInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackPath(input.callbackUrl, ctx.deps.settings.origin);
      const { user } = await confirmLink(ctx.deps, input);
      return { session: await signIn(ctx, user), callbackUrl };
    }),

  /** Signs in by the mail's code, once. */
  signInWithCode: publicProcedure
    .input(signInWithCodeInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackPath(input.callbackUrl, ctx.deps.settings.origin);
      const { user } = await confirmCode(ctx.deps, input);
      return { session: await signIn(ctx, user), callbackUrl };
    }),

  /** Ends this session; without one it has nothing to do. */
  signOut: publicProcedure.output(signOutOutput).mutation(async ({ ctx }) => {
    if (ctx.cookies.session !== undefined) await deleteSession(ctx.deps, ctx.cookies.session);
    ctx.setCookie(ctx.deps.cookies.clear('session'));
    return { signedOut: true as const };
  }),
});

async function signIn(ctx: Context, user: UserDocument) {
  const { token, session } = await createSession(ctx.deps, {
    userId: user._id,
    client: ctx.client,
    replaces: ctx.cookies.session ?? null,
  });
  ctx.setCookie(ctx.deps.cookies.set('session', token, session.expires));
  return toSession({ session, user });
}
