import { TOTP } from 'otpauth';
import { beforeEach, describe, expect } from 'vitest';
import { z } from 'zod';
import { testDatabaseUri } from '../../testing/database/uri.ts';
import { createTestDatabase } from '../../testing/database/database.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { withDatabaseName } from '../../testing/database/process-database.ts';
import { PRODUCTION } from '../../testing/run/refused-settings.ts';
import { runInProcess, runProgram, serverProgram } from '../../testing/run/server-program.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { EMPTY_CONFIGURATION, type OwnField } from '../configuration/configuration.ts';
import type { Dependencies } from '../dependencies.ts';
import { helpOf } from '../commands/command-frame.ts';
import { seedCommand, type SeededUser } from './seed-command.ts';

const makeField = (name: string, schema: z.ZodType, writer: 'person' | 'administrator'): OwnField => ({
  name,
  schema,
  options: { read: ['person'], write: [writer], label: { en: name } },
});
const it = testWith({
  configuration: {
    ...EMPTY_CONFIGURATION,
    permissions: ['invoice:read'],
    roles: new Map([
      ['accountant', ['invoice:read']],
      ['administrator', ['invoice:read']],
      ['viewer', []],
    ]),
    ownFields: [
      makeField('plan', z.enum(['free', 'paid']), 'administrator'),
      makeField('seats', z.int().min(1).optional(), 'administrator'),
      makeField('badge', z.string().regex(/^B-\d{4}$/), 'administrator'),
      makeField('motto', z.string(), 'person'),
    ],
  },
});

const run = (deps: Dependencies, ...args: string[]) => runInProcess(seedCommand, deps, args);
const REFUSAL = 'foyer-server seed is for development. This is production, and nothing was changed.';

const seed = async (app: TestApp) => JSON.parse((await run(app.deps, '--json')).out) as SeededUser[];
const findUser = (people: readonly SeededUser[], email: string) => {
  const person = people.find((each) => each.email === email);
  if (!person) throw new Error(`${email} is not among the people`);
  return person;
};

beforeEach<{ app: TestApp }>(async ({ app: { deps } }) => {
  await deps.collections.users.deleteMany({});
  await deps.collections.administrators.deleteMany({});
});

describe('foyer-server seed', () => {
  it('creates several people, who sign in with the printed passwords', async ({ app }) => {
    const people = await seed(app);
    expect(people.map(({ email, roles }) => [email, roles])).toEqual([
      ['ada@example.com', ['administrator']],
      ['alan@example.com', ['accountant']],
      ['emmy@example.com', ['viewer']],
      ['maryam@example.com', []],
      ['grace@example.com', []],
      ['katherine@example.com', []],
    ]);
    for (const { email, password, isNew } of people) {
      expect(isNew).toBe(true);
      if (password === null) continue;
      const { status } = await app.client(app.agent()).password.signIn.mutate({ email, password });
      expect([email, status]).toEqual([email, email === 'grace@example.com' ? 'second-factor' : 'signed-in']);
    }
    expect(findUser(people, 'katherine@example.com').password).toBeNull();
    const maryam = await app.deps.collections.users.findOne({ email: 'maryam@example.com' });
    expect(maryam).toMatchObject({ locale: 'ar', data: { plan: 'free', seats: 1 } });
    expect(Object.keys(maryam?.data ?? {})).toEqual(['plan', 'seats']);
  });

  it('makes the first one an administrator, and prints the secret of an authenticator app once', async ({
    app,
  }) => {
    const people = await seed(app);
    const signIn = async (person: SeededUser) => {
      const client = app.client(app.agent());
      await client.password.signIn.mutate({ email: person.email, password: person.password ?? '' });
      return client;
    };
    const ada = await signIn(findUser(people, 'ada@example.com'));
    expect((await ada.users.list.query({})).people.length).toBeGreaterThan(5);
    const grace = findUser(people, 'grace@example.com');
    const totp = new TOTP({ secret: grace.totpSecret ?? '' });
    const code = totp.generate({ timestamp: app.deps.now().getTime() });
    const { session } = await signIn(grace);
    expect(await session.completeSignIn.mutate({ code })).toMatchObject({ status: 'signed-in' });
  });

  it('changes nobody in a second run, and prints no password then', async ({ app }) => {
    await seed(app);
    const users = app.deps.collections.users.find().sort({ _id: 1 });
    const before = await users.toArray();
    const again = await seed(app);
    expect(await app.deps.collections.users.find().sort({ _id: 1 }).toArray()).toEqual(before);
    expect(again[0]?.roles).toEqual(['administrator']);
    for (const { isNew, password, totpSecret } of again)
      expect([isNew, password, totpSecret]).toEqual([false, null, null]);
    const { out } = await run(app.deps);
    expect(out.split('\n')[0]).toBe('ada@example.com  Ada Lovelace  administrator  was there already');
  });

  it('gives nobody the role again who lost it, and finishes a run that was interrupted', async ({ app }) => {
    const { users } = app.deps.collections;
    await seed(app);
    await users.updateOne({ email: 'alan@example.com' }, { $set: { roles: ['administrator'] } });
    await users.updateOne({ email: 'ada@example.com' }, { $unset: { roles: '' } });
    await seed(app);
    expect(await users.findOne({ email: 'ada@example.com' })).not.toHaveProperty('roles');
    await users.updateOne({ email: 'alan@example.com' }, { $unset: { roles: '' } });
    await seed(app);
    expect(await users.findOne({ email: 'ada@example.com' })).toMatchObject({ roles: ['administrator'] });
  });

  it('names the person whose address somebody else has', async ({ app }) => {
    const people = await seed(app);
    await app.deps.collections.users.updateMany({}, { $unset: { externalId: '' } });
    const { code, error } = await run(app.deps);
    expect([code, error]).toEqual([1, `${people[0]?.email}: Somebody else has this address.\n`]);
  });

  it('is refused in production, and writes nothing', async ({ app }) => {
    const deps = { ...app.deps, settings: { ...app.deps.settings, mode: 'production' as const } };
    expect(await run(deps)).toMatchObject({ code: 1, out: '', opened: 0, error: `${REFUSAL}\n` });
    expect(JSON.parse((await run(deps, '--json')).out)).toEqual({ error: REFUSAL });
    expect(await app.deps.collections.users.countDocuments({})).toBe(0);
  });

  it('is refused in production before the process opens the database', { timeout: 60_000 }, async () => {
    await using database = await createTestDatabase();
    const MONGODB_URI = withDatabaseName(testDatabaseUri(), database.db.databaseName);
    const program = [...serverProgram('commands/main'), 'seed'];
    const ended = await runProgram(program, { ...PRODUCTION, MONGODB_URI });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: `${REFUSAL}\n` });
    expect(await database.db.listCollections().toArray()).toEqual([]);
  });

  it.for(['people', '--all'])(
    'explains itself for the argument %s, and opens nothing',
    async (argument, { app }) => {
      const { code, opened, error } = await run(app.deps, argument);
      expect([code, opened]).toEqual([2, 0]);
      expect(error).toContain(helpOf(seedCommand));
    },
  );
});
