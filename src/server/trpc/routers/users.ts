import { listActivityOutput } from '../../../shared/schemas/activity.ts';
import { inspectUserOutput, listUserActivityInput } from '../../../shared/schemas/console.ts';
import { userIdInput } from '../../../shared/schemas/users.ts';
import { impersonateInput } from '../../../shared/schemas/administration.ts';
import { session } from '../../../shared/schemas/session.ts';
import { AppError } from '../../app-error.ts';
import { inspectUser, listUserActivity } from '../../domain/administration/user-details.ts';
import { startImpersonation } from '../../domain/sign-in/impersonation.ts';
import { toSession } from '../../domain/sessions/sessions.ts';
import { setCookies } from '../finish-sign-in.ts';
import { administratorProcedure, router } from '../procedures.ts';
import { usersImportProcedures } from './users-import.ts';
import { usersReadProcedures } from './users-read.ts';
import { usersWriteProcedures } from './users-write.ts';

export const usersRouter = router({
  ...usersReadProcedures,
  ...usersWriteProcedures,

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

  ...usersImportProcedures,

  impersonate: administratorProcedure
    .meta({
      summary:
        'Lets an administrator act as a person, for an hour at most. This browser gets a session of that person; `session.endImpersonation` ends it.',
      errors: ['NOT_FOUND', 'ADMINISTRATOR_PROTECTED', 'ACCOUNT_SUSPENDED'],
    })
    .input(impersonateInput)
    .output(session)
    .mutation(async ({ ctx, input }) => {
      const { session: token } = ctx.cookies;
      if (token === undefined) throw new AppError('SessionRequired');
      const started = await startImpersonation(ctx.deps, { ...ctx.current, token }, input, ctx);
      setCookies(ctx, started.cookies);
      return toSession(ctx.deps, started);
    }),
});
