import {
  createUserInput,
  deleteUserOutput,
  person,
  reasonedInput,
  resumeInput,
  secondFactorRemovalOutput,
  setDataInput,
  setRolesInput,
  suspendInput,
  updateUserInput,
} from '../../../shared/schemas/users.ts';
import { deleteOtherUser } from '../../domain/administration/user-deletion.ts';
import { endUserSessions, removeUserSecondFactor } from '../../domain/administration/user-security.ts';
import { setUserData, updateUser } from '../../domain/administration/user-changes.ts';
import { createUser } from '../../domain/administration/user-creation.ts';
import { setRoles } from '../../domain/administration/roles.ts';
import { resumeUser, suspendUser } from '../../domain/administration/suspensions.ts';
import { serviceProcedure } from '../procedures.ts';

export const usersWriteProcedures = {
  create: serviceProcedure
    .meta({
      serviceScope: 'users:write',
      summary:
        'Creates a person: with an invitation by mail, or with an address that the caller has checked.',
      errors: [
        'EMAIL_TAKEN',
        'EMAIL_KEPT',
        'EXTERNAL_ID_TAKEN',
        'SCOPE_MISSING',
        'ADMINISTRATOR_PROTECTED',
        'METHODS_UNCONFIRMED',
        'RATE_LIMITED',
      ],
    })
    .input(createUserInput)
    .output(person)
    .mutation(({ ctx, input }) => createUser(ctx.deps, ctx.authority, input, ctx.requestContext)),

  update: serviceProcedure
    .meta({
      serviceScope: 'users:write',
      summary:
        'Changes the name, the language or the address of a person. The former address gets a link that undoes it.',
      errors: ['NOT_FOUND', 'EMAIL_TAKEN', 'EMAIL_KEPT', 'ADMINISTRATOR_PROTECTED', 'RATE_LIMITED'],
    })
    .input(updateUserInput)
    .output(person)
    .mutation(({ ctx, input }) => updateUser(ctx.deps, ctx.authority, input, ctx.requestContext)),

  setData: serviceProcedure
    .meta({
      serviceScope: 'users:write',
      summary: 'Changes own fields of a person, as far as the caller may write them.',
      errors: ['NOT_FOUND', 'ADMINISTRATOR_PROTECTED'],
    })
    .input(setDataInput)
    .output(person)
    .mutation(({ ctx, input }) => setUserData(ctx.deps, ctx.authority, input, ctx.requestContext)),

  setRoles: serviceProcedure
    .meta({
      serviceScope: 'roles:write',
      summary:
        'Sets the roles of a person. A grave role, such as `administrator`, signs them out everywhere. A service key can neither give nor take the role `administrator`.',
      errors: ['NOT_FOUND', 'LAST_ADMINISTRATOR', 'ADMINISTRATOR_PROTECTED', 'METHODS_UNCONFIRMED'],
    })
    .input(setRolesInput)
    .output(person)
    .mutation(({ ctx, input }) => setRoles(ctx.deps, ctx.authority, input, ctx.requestContext)),

  suspend: serviceProcedure
    .meta({
      serviceScope: 'users:write',
      summary: 'Suspends a person. Their sessions and access tokens end at once and for good.',
      errors: ['NOT_FOUND', 'LAST_ADMINISTRATOR', 'ADMINISTRATOR_PROTECTED'],
    })
    .input(suspendInput)
    .output(person)
    .mutation(({ ctx, input }) => suspendUser(ctx.deps, ctx.authority, input, ctx.requestContext)),

  resume: serviceProcedure
    .meta({
      serviceScope: 'users:write',
      summary: 'Ends a suspension. The person can sign in again.',
      errors: ['NOT_FOUND', 'ADMINISTRATOR_PROTECTED'],
    })
    .input(resumeInput)
    .output(person)
    .mutation(({ ctx, input }) => resumeUser(ctx.deps, ctx.authority, input, ctx.requestContext)),

  endSessions: serviceProcedure
    .meta({
      serviceScope: 'sessions:write',
      summary: 'Ends all sessions of a person.',
      errors: ['NOT_FOUND', 'ADMINISTRATOR_PROTECTED'],
    })
    .input(reasonedInput)
    .output(person)
    .mutation(({ ctx, input }) => endUserSessions(ctx.deps, ctx.authority, input, ctx.requestContext)),

  removeSecondFactor: serviceProcedure
    .meta({
      serviceScope: 'users:write',
      summary:
        'Asks for the removal of the second factors of a person, which runs in 24 hours unless they stop it.',
      errors: ['NOT_FOUND', 'ADMINISTRATOR_PROTECTED'],
    })
    .input(reasonedInput)
    .output(secondFactorRemovalOutput)
    .mutation(({ ctx, input }) => removeUserSecondFactor(ctx.deps, ctx.authority, input, ctx.requestContext)),

  delete: serviceProcedure
    .meta({
      serviceScope: 'users:write',
      summary: 'Deletes a person with everything that Foyer stores of them.',
      errors: ['NOT_FOUND', 'LAST_ADMINISTRATOR', 'ADMINISTRATOR_PROTECTED'],
    })
    .input(reasonedInput)
    .output(deleteUserOutput)
    .mutation(({ ctx, input }) => deleteOtherUser(ctx.deps, ctx.authority, input, ctx.requestContext)),
};
