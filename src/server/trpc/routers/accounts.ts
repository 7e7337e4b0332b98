import { atBase } from '../../../shared/base-path.ts';
import { ACCOUNT_PATH } from '../../../shared/callback-url.ts';
import {
  denyLinkOutput,
  getPendingLinkOutput,
  inspectAccountInput,
  inspectAccountOutput,
  linkAccountInput,
  linkConsent,
  listAccountsOutput,
  resumeLinkOutput,
  unlinkAccountInput,
} from '../../../shared/schemas/accounts.ts';
import { navigateOutput } from '../../../shared/schemas/session.ts';
import { requireCallbackUrl, startProviderFlow } from '../../auth/start-flow.ts';
import { listAccounts, unlinkAccount } from '../../domain/users/accounts.ts';
import { inspectGrant } from '../../domain/users/grants.ts';
import { denyLink, getPendingLink, resumeLink } from '../../domain/sign-in/pending-links.ts';
import { freshProcedure, publicProcedure, router, signedInProcedure } from '../procedures.ts';
import { logEvent } from '../context.ts';

export const accountsRouter = router({
  list: signedInProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'accounts:read',
      whileImpersonating: true,
      summary: 'Lists the connections of this person to identity providers.',
      errors: [],
    })
    .output(listAccountsOutput)
    .query(({ ctx }) => listAccounts(ctx.deps, ctx.user)),

  link: freshProcedure
    .meta({
      summary: 'Starts to connect an identity provider. Answers the address to navigate to.',
      errors: ['Signin', 'OAuthSignin', 'Configuration'],
    })
    .input(linkAccountInput)
    .output(navigateOutput)
    .mutation(async ({ ctx, input }) => {
      const { url, cookies } = await startProviderFlow(ctx.deps, ctx, {
        provider: input.provider,
        callbackPath: requireCallbackUrl(
          ctx.deps,
          input.callbackUrl ?? atBase(ctx.deps.settings, ACCOUNT_PATH),
        ),
        intent: {
          kind: 'link',
          userId: ctx.user._id.toHexString(),
          sessionId: ctx.current.session._id.toHexString(),
        },
      });
      for (const cookie of cookies) ctx.setCookie(cookie);
      return { url };
    }),

  unlink: freshProcedure
    .meta({
      summary: 'Disconnects an account, but never the last sign-in method. Returns the accounts that stay.',
      errors: ['LAST_SIGN_IN_METHOD', 'NOT_FOUND'],
    })
    .input(unlinkAccountInput)
    .output(listAccountsOutput)
    .mutation(async ({ ctx, input }) => {
      const remaining = await unlinkAccount(ctx.deps, ctx.current, input, ctx.requestContext);
      logEvent(ctx, 'auth.unlinked', { method: input.provider, userId: ctx.user._id.toHexString() });
      return remaining;
    }),

  inspect: signedInProcedure
    .meta({
      scope: 'session',
      summary: 'Asks the identity provider whether the grant of a connection is still valid.',
      errors: ['NOT_FOUND', 'RATE_LIMITED'],
    })
    .input(inspectAccountInput)
    .output(inspectAccountOutput)
    .mutation(async ({ ctx, input }) => ({ status: await inspectGrant(ctx.deps, ctx.user._id, input) })),

  pendingLink: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'The provider account that waits in this browser until its person has shown who they are, or `null`.',
      errors: [],
    })
    .output(getPendingLinkOutput)
    .query(async ({ ctx }) => {
      if (ctx.cookies.link === undefined) return null;
      const read = await ctx.session();
      return getPendingLink(ctx.deps, ctx.cookies.link, read?.user ?? null);
    }),

  resumeLink: freshProcedure
    .meta({
      summary:
        'Connects the waiting provider account to the person who is signed in, who was shown it and agrees.',
      errors: [
        'LINK_EXPIRED',
        'LINK_CHANGED',
        'OAuthAccountNotLinked',
        'ACCOUNT_BELONGS_TO_OTHER',
        'NOT_FOUND',
      ],
    })
    .input(linkConsent)
    .output(resumeLinkOutput)
    .mutation(async ({ ctx, input }) => {
      const done = await resumeLink(ctx.deps, ctx.cookies.link, input, ctx.current, ctx.requestContext);
      ctx.setCookie(ctx.deps.cookies.clear('link'));
      logEvent(ctx, 'auth.linked', { userId: ctx.user._id.toHexString() });
      return done;
    }),

  denyLink: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Drops the waiting provider account without connecting it, and revokes the tokens of the provider. It needs no session.',
      errors: ['LINK_EXPIRED', 'LINK_CHANGED'],
    })
    .input(linkConsent)
    .output(denyLinkOutput)
    .mutation(async ({ ctx, input }) => {
      const { callbackUrl } = await denyLink(ctx.deps, ctx.cookies.link, input);
      ctx.setCookie(ctx.deps.cookies.clear('link'));
      logEvent(ctx, 'auth.link-denied', { method: input.provider });
      return { denied: true as const, callbackUrl };
    }),
});
