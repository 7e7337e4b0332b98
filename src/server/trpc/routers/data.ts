import { dataExport, deleteAccountInput, deleteAccountOutput } from '../../../shared/schemas/data.ts';
import { deleteAccount } from '../../domain/privacy/account-deletion.ts';
import { exportData } from '../../domain/privacy/data-export.ts';
import { forgetDevice } from '../../domain/rules/known-devices.ts';
import { goodbyeCookie } from '../../http/goodbye-cookie.ts';
import { logEvent } from '../context.ts';
import { endOwnSession } from '../own-session.ts';
import { freshProcedure, router } from '../procedures.ts';

export const dataRouter = router({
  export: freshProcedure
    .meta({
      summary: 'Exports everything that is stored about this person, as one object.',
      errors: ['RATE_LIMITED'],
    })
    .output(dataExport)
    .mutation(async ({ ctx }) => {
      const data = await exportData(ctx.deps, ctx.current, ctx.requestContext);
      logEvent(ctx, 'auth.data-exported', { userId: data.profile.id });
      return data;
    }),

  deleteAccount: freshProcedure
    .meta({
      summary: 'Deletes the account of this person. It cannot be undone.',
      errors: ['WORDS_DIFFER', 'LAST_ADMINISTRATOR'],
    })
    .input(deleteAccountInput)
    .output(deleteAccountOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, cookies } = ctx;
      const userId = ctx.user._id.toHexString();
      const { confirmationTo } = await deleteAccount(deps, ctx.current, input.confirm, ctx.requestContext);
      ctx.setCookie(deps.cookies.clear('session'));
      await endOwnSession(ctx);
      ctx.setCookie(goodbyeCookie(deps, confirmationTo));
      const device = forgetDevice(deps, cookies.device, userId);
      if (device) ctx.setCookie(deps.cookies.set('device', device.value, device.expires));
      else if (cookies.device !== undefined) ctx.setCookie(deps.cookies.clear('device'));
      ctx.setCookie(deps.cookies.clear('last-used'));
      logEvent(ctx, 'auth.account-deleted', { userId });
      return { deleted: true as const, confirmationTo };
    }),
});
