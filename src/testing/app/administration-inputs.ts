import { uniqueEmail } from './unique-name.ts';

const reason = 'Ticket 4711';

/** A valid input of each procedure for administrators and service keys, about the person or thing with this id. */
export const ADMINISTRATION_INPUTS: Readonly<Record<string, (id: string) => unknown>> = {
  'users.list': () => ({ search: 'a' }),
  'users.get': (id) => ({ id }),
  'users.getMany': (id) => ({ ids: [id] }),
  'users.inspect': (id) => ({ id }),
  'users.activity': (id) => ({ id }),
  'users.create': () => ({ email: uniqueEmail() }),
  'users.update': (id) => ({ id, name: 'Changed' }),
  'users.setData': (id) => ({ id, data: {} }),
  'users.setRoles': (id) => ({ id, roles: [] }),
  'users.suspend': (id) => ({ id, reason }),
  'users.resume': (id) => ({ id }),
  'users.endSessions': (id) => ({ id, reason }),
  'users.removeSecondFactor': (id) => ({ id, reason }),
  'users.delete': (id) => ({ id, reason }),
  'users.impersonate': (id) => ({ id, reason }),
  'users.import': (id) => ({ people: [{ externalId: id }] }),
  'users.export': () => ({}),
  'serviceKeys.list': () => undefined,
  'serviceKeys.create': () => ({
    name: 'Shop',
    scopes: ['users:read'],
    expires: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  'serviceKeys.revoke': (id) => ({ id }),
  'audit.list': (id) => ({ subject: id }),
  'administration.overview': () => undefined,
  'administration.configuration': () => undefined,
  'administration.failedJobs': () => undefined,
  'administration.retryJob': (id) => ({ id }),
};
