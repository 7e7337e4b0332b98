import { impersonateInput } from '../../../shared/schemas/administration.ts';
import { session } from '../../../shared/schemas/session.ts';
import { startImpersonation } from '../../domain/sign-in/impersonation.ts';
import { toSession } from '../../domain/sessions/sessions.ts';
import { administratorProcedure, router } from '../procedures.ts';
import { usersImportProcedures } from './users-import.ts';
import { usersReadProcedures } from './users-read.ts';
import { usersWriteProcedures } from './users-write.ts';

/** People, for applications with a service key and for administrators. */
export const usersRouter = router({
  ...usersReadProcedures,
  ...usersWriteProcedures,
  ...usersImportProcedures,

  impersonate: administratorProcedure
    .meta({
      scope: 'session',
      summary:
        'Lets an administrator act as a person, for an hour at most. This browser gets a session of that person; `session.endImpersonation` ends it.',
      errors: ['NOT_FOUND', 'ADMINISTRATOR_PROTECTED', 'ACCOUNT_SUSPENDED'],
    })
    .input(impersonateInput)
    .output(session)
    .mutation(async ({ ctx, input }) => {
      const started = await startImpersonation(ctx.deps, ctx.current, input, {
        client: ctx.client,
        requestId: ctx.requestId,
      });
      for (const { kind, value, expires } of started.cookies)
        ctx.setCookie(ctx.deps.cookies.set(kind, value, expires));
      return toSession(ctx.deps, started);
    }),
});
