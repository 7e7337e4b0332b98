import { TRPCError } from '@trpc/server';
import { octetInputParser } from '@trpc/server/http';
import {
  listOwnFieldsOutput,
  profile,
  setOwnDataInput,
  updateProfileInput,
} from '../../../shared/schemas/profile.ts';
import { AppError } from '../../app-error.ts';
import { describeField } from '../../configuration/field-shape.ts';
import { localeCookie } from '../../http/locale-route.ts';
import { setOwnData, toProfile, updateProfile, uploadPicture } from '../../domain/users/profile.ts';
import { router, signedInProcedure } from '../procedures.ts';

export const profileRouter = router({
  get: signedInProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'profile:read',
      whileImpersonating: true,
      summary: 'The name, picture, language and address of this person.',
      errors: [],
    })
    .output(profile)
    .query(({ ctx }) => toProfile(ctx.deps, ctx.user)),

  fields: signedInProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'profile:read',
      whileImpersonating: true,
      summary:
        'The own fields of the application that this person may read, as `foyer.config.ts` declares them.',
      errors: [],
    })
    .output(listOwnFieldsOutput)
    .query(({ ctx }) =>
      ctx.deps.configuration.ownFields
        .filter(({ options }) => options.read.includes('person'))
        .map(describeField),
    ),

  update: signedInProcedure
    .meta({
      scope: 'profile:write',
      summary: 'Changes the given fields. A field that is left out stays as it is, and `null` clears it.',
      errors: ['NOT_FOUND', 'RATE_LIMITED', 'PICTURE_NOT_FETCHED'],
    })
    .input(updateProfileInput)
    .output(profile)
    .mutation(async ({ ctx, input }) => {
      const updated = await updateProfile(ctx.deps, ctx.actor, input);
      if (input.locale !== undefined) ctx.setCookie(localeCookie(ctx.deps, input.locale));
      return updated;
    }),

  setData: signedInProcedure
    .meta({
      scope: 'profile:write',
      summary:
        'Changes own fields of the application. A field that is left out stays as it is, and `null` removes its value.',
      errors: ['RATE_LIMITED'],
    })
    .input(setOwnDataInput)
    .output(profile)
    .mutation(({ ctx, input }) => setOwnData(ctx.deps, ctx.actor, input.data)),

  uploadPicture: signedInProcedure
    .meta({
      scope: 'profile:write',
      summary:
        'Sets the picture of this person. The body is the file itself, a PNG, JPEG or WebP. Foyer cuts a square out of its middle.',
      errors: ['RATE_LIMITED', 'PICTURE_TOO_LARGE', 'PICTURE_UNSUPPORTED', 'PICTURE_UNREADABLE', 'NOT_FOUND'],
    })
    .input(octetInputParser)
    .output(profile)
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.rateLimits.consume('picture', 'user', ctx.user._id.toHexString());
      return uploadPicture(ctx.deps, ctx.actor, await readUpload(input));
    }),
});

/** Throws `PICTURE_TOO_LARGE` when the body is larger than the limit that `handler.ts` sets. */
async function readUpload(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    if (error instanceof TRPCError && error.code === 'PAYLOAD_TOO_LARGE')
      throw new AppError('PICTURE_TOO_LARGE', { cause: error });
    throw error;
  }
  return Buffer.concat(chunks);
}
