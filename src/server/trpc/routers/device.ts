import {
  decideDeviceOutput,
  inspectDeviceOutput,
  userCodeInput,
} from '../../../shared/schemas/device-authorization.ts';
import { approveDevice, denyDevice, inspectDevice } from '../../domain/oauth/device-authorizations.ts';
import { logEvent } from '../context.ts';
import { freshProcedure, router, sessionProcedure } from '../procedures.ts';

export const deviceRouter = router({
  inspect: sessionProcedure
    .meta({
      summary:
        'Returns the device request for a user code: app name and whether it is verified, network address and scopes. A session may send few wrong codes.',
      errors: ['USER_CODE_INVALID', 'RATE_LIMITED'],
    })
    .input(userCodeInput)
    .output(inspectDeviceOutput)
    .mutation(({ ctx, input }) => inspectDevice(ctx.deps, ctx.current, input.userCode, ctx.requestContext)),

  approve: freshProcedure
    .meta({
      summary:
        'Approves the device that waits under this code. It gets an access token of this person for 90 days; a declared app gets a session.',
      errors: ['USER_CODE_INVALID', 'RATE_LIMITED', 'TOO_MANY_ACCESS_TOKENS'],
    })
    .input(userCodeInput)
    .output(decideDeviceOutput)
    .mutation(async ({ ctx, input }) => {
      const decided = await approveDevice(ctx.deps, ctx.current, input.userCode);
      logEvent(ctx, 'auth.device-approved', { userId: ctx.user._id.toHexString() });
      return decided;
    }),

  deny: sessionProcedure
    .meta({
      summary: 'Denies the device that waits under this code. It needs no fresh session.',
      errors: ['USER_CODE_INVALID', 'RATE_LIMITED'],
    })
    .input(userCodeInput)
    .output(decideDeviceOutput)
    .mutation(async ({ ctx, input }) => {
      const decided = await denyDevice(ctx.deps, ctx.current, input.userCode);
      logEvent(ctx, 'auth.device-denied', { userId: ctx.user._id.toHexString() });
      return decided;
    }),
});
