import { z } from 'zod';
import {
  beginPasskeyCreationInput,
  creationOptions,
  finishPasskeyInput,
  passkeyList,
  removePasskeyInput,
  renamePasskeyInput,
} from '../../../shared/schemas/passkeys.ts';
import { beginPasskeyCreation, finishPasskeyCreation } from '../../domain/passkeys/passkey-creation.ts';
import { listPasskeys, removePasskey, renamePasskey } from '../../domain/passkeys/passkeys.ts';
import {
  enrolmentProcedure,
  freshEnrolmentProcedure,
  freshProcedure,
  router,
  sessionProcedure,
} from '../procedures.ts';

export const passkeysRouter = router({
  list: enrolmentProcedure
    .meta({
      fromTrustedOrigins: true,
      whileImpersonating: true,
      summary: 'The passkeys of this person.',
      errors: [],
    })
    .output(passkeyList)
    .query(({ ctx }) => listPasskeys(ctx.deps, ctx.user)),

  begin: freshEnrolmentProcedure
    .meta({
      summary: 'Makes a challenge for a new passkey.',
      errors: ['TOO_MANY_PASSKEYS', 'RATE_LIMITED'],
    })
    .input(beginPasskeyCreationInput)
    .output(z.strictObject({ options: creationOptions }))
    .mutation(async ({ ctx, input }) => {
      const { options, cookie } = await beginPasskeyCreation(ctx.deps, ctx.current, {
        conditional: input?.conditional ?? false,
        passkeyCookie: ctx.cookies.passkey,
        requestContext: ctx.requestContext,
      });
      ctx.setCookie(ctx.deps.cookies.set(cookie.kind, cookie.value, cookie.expires));
      return { options };
    }),

  finish: freshEnrolmentProcedure
    .meta({
      summary: 'Stores the new passkey. It is a sign-in method from now on.',
      errors: ['PASSKEY_INVALID', 'PASSKEY_EXISTS', 'TOO_MANY_PASSKEYS'],
    })
    .input(finishPasskeyInput)
    .output(passkeyList)
    .mutation(async ({ ctx, input }) => {
      const user = await finishPasskeyCreation(ctx.deps, ctx.current, {
        ...input,
        passkeyCookie: ctx.cookies.passkey,
        requestContext: ctx.requestContext,
      });
      return listPasskeys(ctx.deps, user);
    }),

  rename: sessionProcedure
    .meta({ summary: 'Renames a passkey.', errors: ['NOT_FOUND'] })
    .input(renamePasskeyInput)
    .output(passkeyList)
    .mutation(async ({ ctx, input }) =>
      listPasskeys(ctx.deps, await renamePasskey(ctx.deps, ctx.current, input)),
    ),

  remove: freshProcedure
    .meta({
      summary: 'Removes a passkey, but never the last sign-in method.',
      errors: ['NOT_FOUND', 'LAST_SIGN_IN_METHOD', 'LAST_SECOND_FACTOR'],
    })
    .input(removePasskeyInput)
    .output(passkeyList)
    .mutation(async ({ ctx, input }) =>
      listPasskeys(ctx.deps, await removePasskey(ctx.deps, ctx.current, input.id, ctx.requestContext)),
    ),
});
