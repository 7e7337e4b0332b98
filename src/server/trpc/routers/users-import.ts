import {
  exportPeopleInput,
  exportPeopleOutput,
  importPeopleInput,
  importPeopleOutput,
} from '../../../shared/schemas/users-import.ts';
import { exportPeople } from '../../domain/administration/import/export-people.ts';
import { importPeople } from '../../domain/administration/import/import-people.ts';
import { serviceProcedure } from '../procedures.ts';

/** Moving people here from a former system, and out again. */
export const usersImportProcedures = {
  import: serviceProcedure
    .meta({
      scope: 'session',
      serviceScope: 'users:import',
      heavy: true,
      summary:
        'Creates up to 500 people of a former system, with their password hashes and other ways in. A person with a known external id stays as they are.',
      errors: [],
    })
    .input(importPeopleInput)
    .output(importPeopleOutput)
    .mutation(({ ctx, input }) => importPeople(ctx.deps, ctx.authority, input, ctx.client)),

  export: serviceProcedure
    .meta({
      scope: 'session',
      serviceScope: 'users:read',
      heavy: true,
      summary: 'All people, in pages, as `users.import` takes them. No secrets are among them.',
      errors: [],
    })
    .input(exportPeopleInput)
    .output(exportPeopleOutput)
    .mutation(({ ctx, input }) => exportPeople(ctx.deps, ctx.authority, input, ctx.client)),
};
