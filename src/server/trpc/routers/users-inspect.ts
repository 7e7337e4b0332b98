import { listActivityOutput } from '../../../shared/schemas/activity.ts';
import { inspectPersonOutput, listPersonActivityInput } from '../../../shared/schemas/console.ts';
import { userIdInput } from '../../../shared/schemas/users.ts';
import { inspectPerson, listPersonActivity } from '../../domain/administration/person-details.ts';
import { administratorProcedure } from '../procedures.ts';

/** What the console shows of one person. No service key reads it. */
export const usersInspectProcedures = {
  inspect: administratorProcedure
    .meta({
      scope: 'session',
      summary: 'How a person signs in, where they are signed in, and their access tokens.',
      errors: ['NOT_FOUND'],
    })
    .input(userIdInput)
    .output(inspectPersonOutput)
    .query(({ ctx, input }) => inspectPerson(ctx.deps, input.id)),

  activity: administratorProcedure
    .meta({
      scope: 'session',
      summary: 'Lists what happened to the account of a person, newest first.',
      errors: ['NOT_FOUND'],
    })
    .input(listPersonActivityInput)
    .output(listActivityOutput)
    .query(({ ctx, input }) => listPersonActivity(ctx.deps, input)),
};
