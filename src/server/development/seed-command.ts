import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { DEFAULT_LOCALE, type Locale } from '../../shared/locale.ts';
import type { OwnField } from '../configuration/configuration.ts';
import type { Dependencies } from '../dependencies.ts';
import { importUsers } from '../domain/administration/import/import-users.ts';
import { setRoles } from '../domain/administration/roles.ts';
import { isGrave } from '../domain/rules/access.ts';
import { partyOf, type Authority } from '../domain/rules/authority.ts';
import { createTotpSecret } from '../domain/second-factor/totp-codes.ts';
import { action, RefusedError, type Command } from '../commands/command-frame.ts';
import { NO_REQUEST } from '../domain/rules/request-context.ts';

export const seedCommand: Command<Dependencies> = {
  name: 'seed',
  about: 'Creates people for development, with passwords that are printed once.',
  check: ({ mode }) => {
    if (mode === 'production')
      throw new RefusedError(
        'foyer-server seed is for development. This is production, and nothing was changed.',
      );
  },
  actions: {
    '': action({
      about: `An administrator, somebody with two-step verification, somebody without a password, and people in German and Arabic. Each role of
foyer.config.ts has somebody, and own fields have sample values. People who are there already stay as they are.`,
      examples: ['', '--json'],
      prepare: () => async (deps) => {
        const people = await seedUsers(deps);
        return { data: people, text: people.map(lineOf).join('') };
      },
    }),
  },
};

interface SeedUser {
  readonly email: string;
  readonly name: string;
  readonly locale?: Locale;
  readonly has?: 'administrator' | 'second factor' | 'no password';
}

/** The others get the roles of the configuration in turn. */
const PEOPLE: readonly SeedUser[] = [
  { email: 'ada@example.com', name: 'Ada Lovelace', has: 'administrator' },
  { email: 'alan@example.com', name: 'Alan Turing' },
  { email: 'emmy@example.com', name: 'Emmy Noether', locale: 'de' },
  { email: 'maryam@example.com', name: 'Maryam al-Asturlabi', locale: 'ar' },
  { email: 'grace@example.com', name: 'Grace Hopper', has: 'second factor' },
  { email: 'katherine@example.com', name: 'Katherine Johnson', has: 'no password' },
];

const SERVER: Authority = { kind: 'server' };

export interface SeededUser {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly isNew: boolean;
  /** `null` for people who existed before, and for those without one. */
  readonly password: string | null;
  /** Base32, for an authenticator app; `null` as with `password`. */
  readonly totpSecret: string | null;
}

async function seedUsers(deps: Dependencies): Promise<SeededUser[]> {
  const people: SeededUser[] = [];
  for (const person of PEOPLE) people.push(await seedUser(deps, person));
  return people;
}

/** As an import, the seed creates a user by one write, and never a second time. */
async function seedUser(deps: Dependencies, person: SeedUser): Promise<SeededUser> {
  const { email, name, locale = DEFAULT_LOCALE, has } = person;
  const externalId = `seed:${email}`;
  const roles = rolesOf(deps, person);
  const password = has === 'no password' ? null : randomBytes(12).toString('base64url');
  const totpSecret = has === 'second factor' ? await createTotpSecret() : null;
  const wasThere = (await deps.collections.users.countDocuments({ externalId }, { limit: 1 })) > 0;
  if (!wasThere) {
    const imported = {
      externalId,
      email,
      emailVerified: true,
      name,
      locale,
      data: sampleData(deps.configuration.ownFields),
      ...(roles.length > 0 && { roles }),
      ...(password !== null && { passwordHash: await deps.passwordHashing.hash(password) }),
      ...(totpSecret !== null && { totp: [{ secret: totpSecret }] }),
    };
    const { refused } = await importUsers(deps, SERVER, { people: [imported], dryRun: false }, NO_REQUEST);
    const [refusal] = refused;
    if (refusal) throw new RefusedError(`${email}: ${refusal.message}`);
  }
  // Nobody vouches for these made-up people.
  await deps.collections.users.updateOne({ externalId }, { $unset: { vouchedAt: '' } });
  if (has === 'administrator') await makeAdministrator(deps, externalId, wasThere);
  const user = await deps.collections.users.findOne({ externalId });
  return {
    email,
    name,
    roles: user?.roles ?? [],
    isNew: !wasThere,
    password: wasThere ? null : password,
    totpSecret: wasThere ? null : totpSecret,
  };
}

/** An import gives no grave role. An interrupted run may have left nobody with it. */
async function makeAdministrator(deps: Dependencies, externalId: string, wasThere: boolean): Promise<void> {
  const { users } = deps.collections;
  if (wasThere && (await users.countDocuments({ roles: ADMINISTRATOR }, { limit: 1 })) > 0) return;
  const user = await users.findOne({ externalId, deletedAt: { $exists: false } });
  if (!user) return;
  const roles = [...(user.roles ?? []), ADMINISTRATOR];
  await setRoles(deps, SERVER, { id: user._id.toHexString(), roles }, NO_REQUEST);
}

function rolesOf({ configuration }: Dependencies, person: SeedUser): string[] {
  const others = PEOPLE.slice(1);
  const declared = [...configuration.roles.keys()].filter((role) => !isGrave(configuration, role));
  return declared.filter((_role, index) => others[index % others.length] === person);
}

const SAMPLES = ['Example', 'example@example.com', 'https://example.com', '2026-01-01', 1, true, [], {}];

/** The first sample that its schema accepts, for each field that the console may change. */
function sampleData(ownFields: readonly OwnField[]): Record<string, unknown> {
  const party = partyOf(SERVER);
  const writable = ownFields.filter(({ options }) => options.write.includes(party));
  return Object.fromEntries(
    writable.flatMap(({ name, schema }) => {
      const { enum: listed = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      const value = [...listed, ...SAMPLES].find((each) => schema.safeParse(each).success);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function lineOf({ email, name, roles, isNew, password, totpSecret }: SeededUser): string {
  const words = [
    email,
    name,
    ...(roles.length > 0 ? [roles.join(', ')] : []),
    isNew
      ? password === null
        ? 'no password: sign in by mail'
        : `password ${password}`
      : 'was there already',
    ...(totpSecret === null ? [] : [`authenticator app ${totpSecret}`]),
  ];
  return `${words.join('  ')}\n`;
}
