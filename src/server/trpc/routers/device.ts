import {
  decideDeviceOutput,
  inspectDeviceOutput,
  pollDeviceInput,
  pollDeviceOutput,
  startDeviceInput,
  startDeviceOutput,
  userCodeInput,
} from '../../../shared/schemas/device-authorization.ts';
import { logAuthEvent, type AuthEvent } from '../../auth-event.ts';
import {
  approveDevice,
  denyDevice,
  inspectDevice,
  pollDevice,
  startDevice,
} from '../../domain/tokens/device-authorizations.ts';
import type { Context } from '../context.ts';
import { freshProcedure, publicProcedure, router, sessionProcedure } from '../procedures.ts';

export const deviceRouter = router({
  start: publicProcedure
    .meta({
      scope: 'public',
      summary:
        'Starts the sign-in of a device. The device shows the code and the address, and polls with the other code. This is the older way: `POST /oauth/device_authorization` (RFC 8628) is the standard one.',
      errors: ['RATE_LIMITED'],
    })
    .input(startDeviceInput)
    .output(startDeviceOutput)
    .mutation(({ ctx, input }) => startDevice(ctx.deps, input, ctx.client)),

  poll: publicProcedure
    .meta({
      scope: 'public',
      summary:
        'Returns the access token of an approved device, once. Before the person has decided, it fails with `AUTHORIZATION_PENDING`, and `retryAfter` says when to ask again. It is for `device.start`; `POST /oauth/token` is the standard way.',
      errors: [
        'AUTHORIZATION_PENDING',
        'SLOW_DOWN',
        'AUTHORIZATION_DENIED',
        'DEVICE_CODE_EXPIRED',
        'TOO_MANY_ACCESS_TOKENS',
        'RATE_LIMITED',
      ],
    })
    .input(pollDeviceInput)
    .output(pollDeviceOutput)
    .mutation(async ({ ctx, input }) => {
      const { created, userId } = await pollDevice(ctx.deps, input.deviceCode, ctx.client);
      logDeviceEvent(ctx, 'auth.access-token-created', userId.toHexString());
      return created;
    }),

  inspect: sessionProcedure
    .meta({
      scope: 'session',
      summary:
        'Returns the device request for a user code: app name and whether it is verified, network address and scopes. A session may send few wrong codes.',
      errors: ['USER_CODE_INVALID', 'RATE_LIMITED'],
    })
    .input(userCodeInput)
    .output(inspectDeviceOutput)
    .mutation(({ ctx, input }) => inspectDevice(ctx.deps, ctx.current, input.userCode, ctx.client)),

  approve: freshProcedure
    .meta({
      scope: 'session',
      summary:
        'Approves the device that waits under this code. It gets an access token of this person for 90 days; a declared app gets a session.',
      errors: ['USER_CODE_INVALID', 'RATE_LIMITED', 'TOO_MANY_ACCESS_TOKENS'],
    })
    .input(userCodeInput)
    .output(decideDeviceOutput)
    .mutation(async ({ ctx, input }) => {
      const decided = await approveDevice(ctx.deps, ctx.current, input.userCode);
      logDeviceEvent(ctx, 'auth.device-approved', ctx.user._id.toHexString());
      return decided;
    }),

  deny: sessionProcedure
    .meta({
      scope: 'session',
      summary: 'Denies the device that waits under this code. It needs no fresh session.',
      errors: ['USER_CODE_INVALID', 'RATE_LIMITED'],
    })
    .input(userCodeInput)
    .output(decideDeviceOutput)
    .mutation(async ({ ctx, input }) => {
      const decided = await denyDevice(ctx.deps, ctx.current, input.userCode);
      logDeviceEvent(ctx, 'auth.device-denied', ctx.user._id.toHexString());
      return decided;
    }),
});

function logDeviceEvent(ctx: Context, event: AuthEvent, userId: string): void {
  logAuthEvent(ctx.deps.log, event, { requestId: ctx.requestId, ip: ctx.client.ip, userId });
}
