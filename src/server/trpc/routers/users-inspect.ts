import { listActivityOutput } from '../../../shared/schemas/activity.ts';
import { inspectUserOutput, listUserActivityInput } from '../../../shared/schemas/console.ts';
import { userIdInput } from '../../../shared/schemas/users.ts';
import { inspectUser, listUserActivity } from '../../domain/administration/user-details.ts';
import { administratorProcedure } from '../procedures.ts';

/** No service key may call these procedures. */
export const usersInspectProcedures = {
  inspect: administratorProcedure
    .meta({
      summary: 'How a person signs in, where they are signed in, and their access tokens.',
      errors: ['NOT_FOUND'],
    })
    .input(userIdInput)
    .output(inspectUserOutput)
    .query(({ ctx, input }) => inspectUser(ctx.deps, input.id)),

  activity: administratorProcedure
    .meta({
      summary: 'Lists what happened to the account of a person, newest first.',
      errors: ['NOT_FOUND'],
    })
    .input(listUserActivityInput)
    .output(listActivityOutput)
    .query(({ ctx, input }) => listUserActivity(ctx.deps, input)),
};
