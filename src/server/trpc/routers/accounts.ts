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
import { logAuthEvent } from '../../auth-event.ts';
import { requireCallbackPath, startProviderFlow } from '../../auth/start-flow.ts';
import { listAccounts, unlinkAccount } from '../../domain/accounts.ts';
import { inspectGrant } from '../../domain/grants.ts';
import { denyLink, getPendingLink, resumeLink } from '../../domain/pending-links.ts';
import { freshProcedure, publicProcedure, router, signedInProcedure } from '../procedures.ts';

export const accountsRouter = router({
  /** This person's connections to identity providers. */
  list: signedInProcedure
    .meta({ scope: 'accounts:read', errors: [] })
    .output(listAccountsOutput)
    .query(({ ctx }) => listAccounts(ctx.deps, ctx.user)),

  /** Starts connecting a provider: the address to navigate to. */
  link: freshProcedure
    .meta({ scope: 'session', errors: ['Signin', 'OAuthSignin', 'Configuration'] })
    .input(linkAccountInput)
    .output(navigateOutput)
    .mutation(async ({ ctx, input }) => {
      const { url, cookies } = await startProviderFlow(ctx.deps, ctx, {
        provider: input.provider,
        callbackPath: requireCallbackPath(input.callbackUrl, ctx.deps.settings.origin),
        intent: {
          kind: 'link',
          userId: ctx.user._id.toHexString(),
          sessionId: ctx.current.session._id.toHexString(),
        },
      });
      for (const cookie of cookies) ctx.setCookie(cookie);
      return { url };
    }),

  /** Removes a connection, never the last way to sign in; answers the new list. */
  unlink: freshProcedure
    .meta({ scope: 'session', errors: ['LAST_SIGN_IN_METHOD', 'NOT_FOUND'] })
    .input(unlinkAccountInput)
    .output(listAccountsOutput)
    .mutation(async ({ ctx, input }) => {
      const left = await unlinkAccount(ctx.deps, ctx.current, input, ctx.client);
      logAuthEvent(ctx.deps.log, 'auth.unlinked', {
        requestId: ctx.requestId,
        ip: ctx.client.ip,
        method: input.provider,
        userId: ctx.user._id.toHexString(),
      });
      return left;
    }),

  /** Asks the provider whether our grant still holds. Not for access tokens: it makes us call the provider and use its tokens. */
  inspect: signedInProcedure
    .meta({ scope: 'session', errors: ['NOT_FOUND', 'RATE_LIMITED'] })
    .input(inspectAccountInput)
    .output(inspectAccountOutput)
    .mutation(async ({ ctx, input }) => ({ status: await inspectGrant(ctx.deps, ctx.user._id, input) })),

  /** The provider sign-in that waits in this browser for its person to show who they are, or `null`. */
  pendingLink: publicProcedure
    .meta({ scope: 'session', errors: [] })
    .output(getPendingLinkOutput)
    .query(async ({ ctx }) => {
      if (ctx.cookies.link === undefined) return null;
      const read = await ctx.session();
      return getPendingLink(ctx.deps, ctx.cookies.link, read?.user ?? null);
    }),

  /** Connects what waits to the person who is signed in now, who was shown it and agrees. */
  resumeLink: freshProcedure
    .meta({
      scope: 'session',
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
      const done = await resumeLink(ctx.deps, ctx.cookies.link, input, ctx.current, ctx.client);
      ctx.setCookie(ctx.deps.cookies.clear('link'));
      logAuthEvent(ctx.deps.log, 'auth.linked', {
        requestId: ctx.requestId,
        ip: ctx.client.ip,
        userId: ctx.user._id.toHexString(),
      });
      return done;
    }),

  /** Ends what waits without connecting it, and gives the provider's tokens back. It needs no session: it waits in this browser. */
  denyLink: publicProcedure
    .meta({ scope: 'session', errors: ['LINK_EXPIRED', 'LINK_CHANGED'] })
    .input(linkConsent)
    .output(denyLinkOutput)
    .mutation(async ({ ctx, input }) => {
      const { callbackUrl } = await denyLink(ctx.deps, ctx.cookies.link, input);
      ctx.setCookie(ctx.deps.cookies.clear('link'));
      logAuthEvent(ctx.deps.log, 'auth.link-denied', {
        requestId: ctx.requestId,
        ip: ctx.client.ip,
        method: input.provider,
      });
      return { denied: true as const, callbackUrl };
    }),
});
