import {
  linkAccountInput,
  listAccountsOutput,
  unlinkAccountInput,
} from '../../../shared/schemas/accounts.ts';
import { navigateOutput } from '../../../shared/schemas/session.ts';
import { requireCallbackPath, startProviderFlow } from '../../auth/start-flow.ts';
import { listAccounts, unlinkAccount } from '../../domain/accounts.ts';
import { router, signedInProcedure } from '../procedures.ts';

export const accountsRouter = router({
  /** This person's connections to identity providers. */
  list: signedInProcedure.output(listAccountsOutput).query(({ ctx }) => listAccounts(ctx.deps, ctx.user)),

  /** Starts connecting a provider: the address to navigate to. */
  link: signedInProcedure
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
  unlink: signedInProcedure
    .input(unlinkAccountInput)
    .output(listAccountsOutput)
    .mutation(({ ctx, input }) => unlinkAccount(ctx.deps, ctx.user._id, input)),
});
