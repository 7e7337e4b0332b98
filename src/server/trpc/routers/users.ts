import { impersonateInput } from '../../../shared/schemas/administration.ts';
import { session } from '../../../shared/schemas/session.ts';
import { AppError } from '../../app-error.ts';
import { startImpersonation } from '../../domain/sign-in/impersonation.ts';
import { toSession } from '../../domain/sessions/sessions.ts';
import { setCookies } from '../finish-sign-in.ts';
import { administratorProcedure, router } from '../procedures.ts';
import { usersInspectProcedures } from './users-inspect.ts';
import { usersImportProcedures } from './users-import.ts';
import { usersReadProcedures } from './users-read.ts';
import { usersWriteProcedures } from './users-write.ts';

export const usersRouter = router({
  ...usersReadProcedures,
  ...usersWriteProcedures,
  ...usersInspectProcedures,
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
