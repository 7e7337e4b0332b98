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
} from '../../domain/device-authorizations.ts';
import type { Context } from '../context.ts';
import { freshProcedure, publicProcedure, router, sessionProcedure } from '../procedures.ts';

/** How a program without a browser gets an access token: its person lets it in from a browser of theirs (RFC 8628). */
export const deviceRouter = router({
  /** A program asks to be let in. It shows the code and the address, and polls with the other code. */
  start: publicProcedure
    .meta({ scope: 'public', errors: ['RATE_LIMITED'] })
    .input(startDeviceInput)
    .output(startDeviceOutput)
    .mutation(({ ctx, input }) => startDevice(ctx.deps, input, ctx.client)),

  /** The access token of a program that was let in, this once. Until somebody decides it fails with `AUTHORIZATION_PENDING`, and `retryAfter` says when to ask again. */
  poll: publicProcedure
    .meta({
      scope: 'public',
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

  /** Which program waits under a code, where it asked from and what it wants; what a person reads before they decide. Five wrong codes are too many. */
  inspect: sessionProcedure
    .meta({ scope: 'session', errors: ['USER_CODE_INVALID', 'RATE_LIMITED'] })
    .input(userCodeInput)
    .output(inspectDeviceOutput)
    .mutation(({ ctx, input }) => inspectDevice(ctx.deps, ctx.current, input.userCode, ctx.client)),

  /** Lets the program in that waits under this code: its access token lives 90 days and counts among this person's. */
  approve: freshProcedure
    .meta({ scope: 'session', errors: ['USER_CODE_INVALID', 'RATE_LIMITED', 'TOO_MANY_ACCESS_TOKENS'] })
    .input(userCodeInput)
    .output(decideDeviceOutput)
    .mutation(async ({ ctx, input }) => {
      const decided = await approveDevice(ctx.deps, ctx.current, input.userCode);
      logDeviceEvent(ctx, 'auth.device-approved', ctx.user._id.toHexString());
      return decided;
    }),

  /** Turns it away. Not for fresh sessions alone: saying no should be the easiest. */
  deny: sessionProcedure
    .meta({ scope: 'session', errors: ['USER_CODE_INVALID', 'RATE_LIMITED'] })
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
