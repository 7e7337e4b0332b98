import {
  exportUsersInput,
  exportUsersOutput,
  importUsersInput,
  importUsersOutput,
} from '../../../shared/schemas/users-import.ts';
import { exportUsers } from '../../domain/administration/import/export-users.ts';
import { importUsers } from '../../domain/administration/import/import-users.ts';
import { serviceProcedure } from '../procedures.ts';

export const usersImportProcedures = {
  import: serviceProcedure
    .meta({
      serviceScope: 'users:import',
      heavy: true,
      summary:
        'Creates up to 500 people of a former system, with their password hashes and other sign-in methods. A person with a known external id stays as they are.',
      errors: [],
    })
    .input(importUsersInput)
    .output(importUsersOutput)
    .mutation(({ ctx, input }) => importUsers(ctx.deps, ctx.authority, input, ctx.requestContext)),

  export: serviceProcedure
    .meta({
      serviceScope: 'users:read',
      heavy: true,
      summary: 'All people, in pages, as `users.import` takes them. No secrets are among them.',
      errors: [],
    })
    .input(exportUsersInput)
    .output(exportUsersOutput)
    .mutation(({ ctx, input }) => exportUsers(ctx.deps, ctx.authority, input, ctx.requestContext)),
};
