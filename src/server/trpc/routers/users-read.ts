import {
  getManyPeopleInput,
  getManyPeopleOutput,
  listPeopleInput,
  listPeopleOutput,
  person,
  userIdInput,
} from '../../../shared/schemas/users.ts';
import { getManyPeople, getPerson, listPeople } from '../../domain/administration/people-list.ts';
import { serviceProcedure } from '../procedures.ts';

/** Reading people, for administrators and service keys. */
export const usersReadProcedures = {
  list: serviceProcedure
    .meta({
      scope: 'session',
      serviceScope: 'users:read',
      heavy: true,
      summary: 'Lists people: search, filters, order and pages.',
      errors: [],
    })
    .input(listPeopleInput)
    .output(listPeopleOutput)
    .query(({ ctx, input }) => listPeople(ctx.deps, ctx.authority, input)),

  get: serviceProcedure
    .meta({
      scope: 'session',
      serviceScope: 'users:read',
      summary: 'Returns one person.',
      errors: ['NOT_FOUND'],
    })
    .input(userIdInput)
    .output(person)
    .query(({ ctx, input }) => getPerson(ctx.deps, ctx.authority, input.id)),

  getMany: serviceProcedure
    .meta({
      scope: 'session',
      serviceScope: 'users:read',
      heavy: true,
      summary: 'Up to 100 people by their ids, in one read. Unknown ids are left out.',
      errors: [],
    })
    .input(getManyPeopleInput)
    .output(getManyPeopleOutput)
    .query(({ ctx, input }) => getManyPeople(ctx.deps, ctx.authority, input.ids)),
};
