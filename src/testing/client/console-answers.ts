import type { Overview } from '../../shared/schemas/administration.ts';
import type { Checklist } from '../../shared/schemas/checklist.ts';
import type { DeclaredConfiguration, UserDetails } from '../../shared/schemas/console.ts';
import type { ServiceKey } from '../../shared/schemas/service-keys.ts';
import type { SettingsInForce } from '../../shared/schemas/settings.ts';
import type { Session } from '../../shared/schemas/session.ts';
import type { User } from '../../shared/schemas/users.ts';
import { aSession, factory } from './answers.ts';
import { renderApp, type Answers } from './render-app.tsx';

/** Answers of the procedures for administrators, for tests of the browser application. */

export const GRACE = 'a'.repeat(24);

export function anAdministratorSession(): Session {
  return { ...aSession(), roles: ['administrator'] };
}

export const aListedUser = factory<User>({
  id: GRACE,
  externalId: null,
  name: 'Grace Hopper',
  email: 'grace@example.com',
  emailVerified: true,
  phone: null,
  image: null,
  locale: 'en',
  roles: [],
  state: 'active',
  suspension: null,
  data: {},
  createdAt: '2026-01-02T09:00:00.000Z',
  lastSignInAt: null,
});

export const aConfiguration = factory<DeclaredConfiguration>({
  roles: [
    { name: 'administrator', permissions: [], isGrave: true },
    { name: 'bookkeeper', permissions: ['invoice:read'], isGrave: false },
  ],
  fields: [],
});

export const aServiceKey = factory<ServiceKey>({
  id: 'b'.repeat(24),
  name: 'Billing',
  hint: 'foyer_sk_…4fQz',
  scopes: ['users:read'],
  allowedAddresses: [],
  createdAt: '2026-11-20T09:00:00.000Z',
  createdBy: null,
  expires: '2027-11-20T09:00:00.000Z',
  state: 'active',
  lastUsed: null,
});

export const anOverview = factory<Overview>({
  people: 0,
  suspended: 0,
  administrators: 1,
  withPasskey: 0,
  withSecondFactor: 0,
  days: 30,
  since: '2026-10-24T00:00:00.000Z',
  signUps: [],
  signIns: [],
  failures: [],
  active: [],
  activePeople: 0,
  before: { signUps: 0, signIns: 0, failures: 0, activePeople: 0 },
  waitingMails: 0,
  failedJobs: 0,
});

/** All is done. */
export const aChecklist = factory<Checklist>({
  mail: { state: 'done', isOutbox: false, waiting: 0, givenUp: 0 },
  provider: { state: 'done', count: 1, unreachable: [] },
  brand: { state: 'done', hasName: true, hasLogo: true, hasAccent: true },
  secondFactor: { state: 'done', isDemanded: true, without: 0 },
  backup: { state: 'done', database: 'replica-set', hasOpenRestore: false },
  webhook: { state: 'done', enabled: 1, failing: 0 },
  proxy: { state: 'done', problem: null },
});

export function someSettings(): SettingsInForce {
  return {
    identityProviders: [
      {
        id: 'demo-one',
        name: 'Demo One',
        issuer: 'http://localhost:3001',
        domains: ['demo-one.example'],
        trustsEmail: true,
        isDemo: true,
        isListed: true,
      },
    ],
    signInMethods: ['email', 'password', 'passkey'],
    groups: [
      {
        name: 'storage',
        settings: [
          { name: 'AUTH_SECRET', isSet: true, value: null },
          { name: 'AUTH_SECRET_PREVIOUS', isSet: false, value: null },
          { name: 'DATA_DIR', isSet: true, value: '/var/lib/foyer' },
        ],
      },
    ],
  };
}

export function noDetails(): UserDetails {
  return { signInMethods: [], secondFactorRemoval: null, devices: [], accessTokens: [], serviceKeys: 0 };
}

/** Opens a page for administrators, who are signed in. */
export function openConsole(path: string, changes: Answers = {}, options?: Parameters<typeof renderApp>[2]) {
  const answers: Answers = {
    ...changes,
    session: { get: anAdministratorSession, ...changes.session },
    administration: {
      configuration: () => aConfiguration(),
      checklist: () => aChecklist(),
      ...changes.administration,
    },
    webhooks: { list: () => [], failedDeliveries: () => [], ...changes.webhooks },
    users: {
      get: () => aListedUser(),
      list: () => ({ people: [aListedUser()], nextCursor: null }),
      inspect: noDetails,
      activity: () => ({ events: [], nextCursor: null }),
      ...changes.users,
    },
  };
  return renderApp(path, answers, options);
}
