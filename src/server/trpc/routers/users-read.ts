import {
  getManyUsersInput,
  getManyUsersOutput,
  listUsersInput,
  listUsersOutput,
  person,
  userIdInput,
} from '../../../shared/schemas/users.ts';
import { getManyUsers, getUser, listUsers } from '../../domain/administration/user-list.ts';
import { serviceProcedure } from '../procedures.ts';

export const usersReadProcedures = {
  list: serviceProcedure
    .meta({
      serviceScope: 'users:read',
      heavy: true,
      summary: 'Lists people: search, filters, order and pages.',
      errors: [],
    })
    .input(listUsersInput)
    .output(listUsersOutput)
    .query(({ ctx, input }) => listUsers(ctx.deps, ctx.authority, input)),

  get: serviceProcedure
    .meta({
      serviceScope: 'users:read',
      summary: 'Returns one person.',
      errors: ['NOT_FOUND'],
    })
    .input(userIdInput)
    .output(person)
    .query(({ ctx, input }) => getUser(ctx.deps, ctx.authority, input.id)),

  getMany: serviceProcedure
    .meta({
      serviceScope: 'users:read',
      heavy: true,
      summary: 'Up to 100 people by their ids, in one read. Unknown ids are left out.',
      errors: [],
    })
    .input(getManyUsersInput)
    .output(getManyUsersOutput)
    .query(({ ctx, input }) => getManyUsers(ctx.deps, ctx.authority, input.ids)),
};
