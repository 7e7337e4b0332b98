import {
  createServiceKeyInput,
  createServiceKeyOutput,
  listServiceKeysOutput,
  serviceKeyIdInput,
  serviceKeyIdOutput,
} from '../../../shared/schemas/service-keys.ts';
import {
  createServiceKey,
  listServiceKeys,
  revokeServiceKey,
} from '../../domain/administration/service-keys.ts';
import { administratorProcedure, router } from '../procedures.ts';

export const serviceKeysRouter = router({
  list: administratorProcedure
    .meta({
      summary: 'Lists the service keys, newest first, also those that ended within the last month.',
      errors: [],
    })
    .output(listServiceKeysOutput)
    .query(({ ctx }) => listServiceKeys(ctx.deps)),

  create: administratorProcedure
    .meta({
      summary: 'Creates a service key. This answer is the only one that has the key itself.',
      errors: ['TOO_MANY_SERVICE_KEYS'],
    })
    .input(createServiceKeyInput)
    .output(createServiceKeyOutput)
    .mutation(({ ctx, input }) => createServiceKey(ctx.deps, ctx.authority, input, ctx.requestContext)),

  revoke: administratorProcedure
    .meta({ summary: 'Revokes a service key at once.', errors: ['NOT_FOUND'] })
    .input(serviceKeyIdInput)
    .output(serviceKeyIdOutput)
    .mutation(({ ctx, input }) => revokeServiceKey(ctx.deps, ctx.authority, input.id, ctx.requestContext)),
});
