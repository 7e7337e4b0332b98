import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect } from 'vitest';
import { DAY_MS } from '../../shared/limits.ts';
import { bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { ALL_FAULTS } from '../../testing/faults/fault-rounds.ts';
import { createFaultInjector } from '../../testing/faults/faults.ts';
import { saveState } from '../../testing/faults/saved-state.ts';
import {
  CHANGES,
  DECLARED,
  ENDINGS,
  makeTwoBrowsers,
  type MakeChange,
  type TwoBrowsers,
} from '../../testing/faults/held-changes.ts';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { aPng } from '../../testing/users/pictures.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { OAUTH_CONFIGURATION } from '../../testing/oauth/flows.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { apiProcedures } from '../openapi/api-procedures.ts';

/** Mutations that write nothing about the account, and why. Their results are useless without the session. */
const NO_CHANGE: Readonly<Record<string, string>> = {
  'session.reauthenticate': 'marks the row of its own session as fresh',
  'accounts.link': 'starts a flow; the callback decides, with the session',
  'accounts.inspect': 'notes what the provider says of the grant',
  'secondFactor.beginTotp': 'stores nothing; `secondFactor.confirmTotp` decides, with the session',
  'phone.set': 'sends a code that only a session of the person can give back',
  'device.inspect': 'shows what waits',
  'device.approve': 'waits; the token is made at the poll, with the session',
  'device.deny': 'turns a program away, which anybody signed in may do who knows its code',
  'authorizations.approve': 'gives a code; the token is made at its redemption, with the session',
  'authorizations.deny': 'answers an address',
  'data.export': 'reads',
};

const faults = createFaultInjector();
const one = await startIdentityProvider({ name: 'One' });
const two = await startIdentityProvider({ name: 'Two' });
afterAll(() => Promise.all([one.close(), two.close()]));

const it = testWith({
  faults,
  configuration: { ...DECLARED, clients: OAUTH_CONFIGURATION.clients },
  providers: () => Promise.resolve([one.settings, two.settings]),
});

/** Without fields that are written before or after the deciding write. */
async function accountOf(app: TestApp, { userId }: TwoBrowsers): Promise<unknown> {
  const user = await app.deps.collections.users.findOne(
    { _id: userId },
    { projection: { outbox: 0, eventSequence: 0, deletion: 0, 'accounts.lastUsedAt': 0 } },
  );
  return user;
}

async function isWritingOutbox(app: TestApp, { userId }: TwoBrowsers): Promise<boolean> {
  const decided = { _id: userId, 'outbox.0': { $exists: true } };
  return (await app.deps.collections.users.countDocuments(decided)) > 0;
}

interface Held {
  /** Its code, or `done`. */
  readonly outcome: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Holds the change before its `nth` command of this name until the ending is answered. Answers `null` without
 * such a command, when the session has ended, or when the ending waits for the outbox of the change.
 */
async function endWhileHeld(
  app: TestApp,
  person: TwoBrowsers,
  make: MakeChange,
  end: MakeChange,
  [command, nth]: readonly [string, number],
): Promise<Held | null> {
  const change = await make(app, person);
  const ending = await end(app, person);
  const hold = faults.holdBefore(command, nth);
  const changing = appCodeOf(change()).catch(() => 'done');
  const isHeld = await Promise.race([hold.reached.then(() => true), changing.then(() => false)]);
  if (!isHeld) return null;
  if (await isWritingOutbox(app, person)) {
    hold.release();
    await changing;
    return null;
  }
  const isEnded = await ending().then(
    () => true,
    () => false,
  );
  const before = await accountOf(app, person);
  hold.release();
  const outcome = await changing;
  if (!isEnded) return null;
  return { outcome, before, after: await accountOf(app, person) };
}

/** Each as often as it is sent. In `npm test`, only those that write the user. */
async function commandsOf(app: TestApp, person: TwoBrowsers, make: MakeChange): Promise<[string, number][]> {
  const change = await make(app, person);
  faults.arm('killed', Number.POSITIVE_INFINITY);
  await change();
  const { commands } = faults.disarm();
  const seen = new Map<string, number>();
  return commands
    .map((command): [string, number] => {
      const nth = (seen.get(command) ?? 0) + 1;
      seen.set(command, nth);
      return [command, nth];
    })
    .filter(([command]) => ALL_FAULTS || /^users\.(updateOne|findOneAndUpdate)$/.test(command));
}

it('includes every mutation that a session may call (security.md R6)', () => {
  // `domain/administration/roles.test.ts` ends administrators and their sessions.
  const paths = apiProcedures().flatMap(({ path, kind, needsUser, needsAdministrator }) =>
    kind === 'mutation' && needsUser && !needsAdministrator ? [path] : [],
  );
  expect(Object.keys(CHANGES).toSorted()).toEqual(paths.toSorted());
});

/** Each ending takes the session out of the user, so `npm test` tries one of them at each write. */
function meets(change: number, write: number, ending: number): boolean {
  const count = Object.keys(ENDINGS).length;
  return ALL_FAULTS || (ending + change + write) % count === 0;
}

let people: Readonly<Record<'withPassword' | 'without', TwoBrowsers>>;
let restore: () => Promise<void>;
it.beforeAll(async ({ app }) => {
  people = {
    withPassword: await makeTwoBrowsers(app),
    without: await makeTwoBrowsers(app, { hasPassword: false }),
  };
  await app.resetLimits();
  restore = await saveState(app, [...app.agents]);
});

/** What a trusted browser must not outlive. A new name of a passkey or an app is no change. */
const whatSignsIn = (user: UserDocument | null) => [
  user?.password?.changedAt,
  user?.passkeys?.map(({ id }) => id),
  user?.totp?.map(({ id }) => id),
  user?.recoveryCodes?.createdAt,
  user?.sessionsValidFrom,
  user?.otherSessionsEnded?.at,
];

/** Makes the change where a browser is trusted. */
async function trustAfter(app: TestApp, { userId }: TwoBrowsers, change: () => Promise<unknown>) {
  const { users } = app.deps.collections;
  const createdAt = app.deps.now();
  const expires = new Date(createdAt.getTime() + DAY_MS);
  const trusted = { id: userId, deviceHash: 'a hash', userAgent: null, createdAt, expires };
  await users.updateOne({ _id: userId }, { $set: { trustedBrowsers: [trusted] } });
  const before = await users.findOne({ _id: userId });
  await change();
  const after = await users.findOne({ _id: userId });
  const isTrusted = (after?.trustedBrowsers ?? []).length > 0;
  return { isTrusted, isChanged: !isDeepStrictEqual(whatSignsIn(before), whatSignsIn(after)) };
}

describe.each(Object.entries(CHANGES))('%s', { timeout: 600_000 }, (path, make) => {
  const hasPassword = path !== 'password.set';

  it('changes nothing after its session was ended (security.md R6)', async ({ app }) => {
    const person = hasPassword ? people.withPassword : people.without;
    await restore();
    const commands = await commandsOf(app, person, make);
    if (!ALL_FAULTS) expect(commands.length > 0).toBe(!(path in NO_CHANGE));
    const number = Object.keys(CHANGES).indexOf(path);
    for (const [ending, [name, end]] of Object.entries(ENDINGS).entries()) {
      // A change of the password needs a password.
      if (!hasPassword && name.startsWith('password.change')) continue;
      for (const [index, [command, nth]] of commands.entries()) {
        if (!meets(number, index, ending)) continue;
        await restore();
        const held = await endWhileHeld(app, person, make, end, [command, nth]);
        if (held === null) continue;
        const where = `${name}, before ${command} ${nth}`;
        expect({ where, account: held.after }).toEqual({ where, account: held.before });
        // The first of them decides.
        if (index === 0 && !(path in NO_CHANGE) && !ALL_FAULTS)
          expect({ where, outcome: held.outcome }).toEqual({ where, outcome: 'SessionRequired' });
      }
    }
  });

  it('ends the trust in browsers when it changes what signs in', async ({ app }) => {
    const person = hasPassword ? people.withPassword : people.without;
    await restore();
    const change = await make(app, person);
    const { isTrusted, isChanged } = await trustAfter(app, person, change);
    expect(isTrusted && isChanged).toBe(false);
    if (path === 'password.change' || path === 'secondFactor.confirmTotp') expect(isChanged).toBe(true);
    if (path === 'profile.update') expect(isTrusted).toBe(true);
  });
});

it.for(Object.entries(ENDINGS))(
  'ends the trust in browsers when it ends sessions: %s',
  async ([, end], { app }) => {
    await restore();
    const { isTrusted, isChanged } = await trustAfter(
      app,
      people.withPassword,
      await end(app, people.withPassword),
    );
    expect(isTrusted && isChanged).toBe(false);
  },
);

const TOKEN_CHANGES: Readonly<Record<string, (person: TwoBrowsers) => unknown>> = {
  'profile.update': () => ({ name: 'Somebody Else' }),
  'profile.setData': () => ({ data: { nickname: 'Ada' } }),
  'profile.uploadPicture': () => null,
  'session.revoke': ({ askingId }) => ({ id: askingId }),
  'session.revokeOthers': () => undefined,
};

describe('a change by an access token', () => {
  it('is in the list for every mutation with a scope', () => {
    const paths = apiProcedures().flatMap(({ path, kind, scope }) =>
      kind === 'mutation' && scope.endsWith(':write') ? [path] : [],
    );
    expect(Object.keys(TOKEN_CHANGES).toSorted()).toEqual(paths.toSorted());
  });

  it.for(Object.entries(TOKEN_CHANGES))(
    'changes nothing after its token was revoked (security.md R6): %s',
    async ([path, inputOf], { app }) => {
      const person = await makeTwoBrowsers(app);
      const { token, accessToken } = await makeToken(app, person.owner);
      await app.resetLimits();
      const isPicture = path === 'profile.uploadPicture';
      const call = async () =>
        isPicture
          ? rawRequest(app.origin, {
              method: 'POST',
              path: `/trpc/${path}`,
              headers: { authorization: bearer(token), 'content-type': 'application/octet-stream' },
              body: Buffer.from(await aPng()),
            })
          : callAsScript(app, bearer(token), path, { input: inputOf(person) });
      const hold = faults.holdBefore(
        path === 'session.revoke' ? 'users.updateOne' : 'users.findOneAndUpdate',
        1,
      );
      const changing = call();
      await hold.reached;
      await app.client(person.owner).accessTokens.revoke.mutate({ id: accessToken.id });
      const before = await accountOf(app, person);
      hold.release();
      expect((await changing).text).toContain('"appCode":"ACCESS_TOKEN_INVALID"');
      expect(await accountOf(app, person)).toEqual(before);
    },
  );
});
