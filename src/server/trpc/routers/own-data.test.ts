import { decodeJwt } from 'jose';
import { beforeEach, describe, expect } from 'vitest';
import { z } from 'zod';
import { defineFoyer, field, type FoyerConfig } from '../../../shared/foyer-config.ts';
import type { ErrorData } from '../../../shared/errors/error-data.ts';
import { HOOK_TIMEOUT_MS } from '../../configuration/hooks.ts';
import { RATE_LIMITS } from '../../domain/rules/counters.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { ALL_FAULTS } from '../../../testing/faults/fault-rounds.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { checkConfiguration } from '../../configuration/check-configuration.ts';

const EVERYBODY = ['person', 'application', 'administrator'] as const;

let claims: NonNullable<FoyerConfig['claims']> = () => ({});
beforeEach(() => {
  claims = () => ({});
});

const it = testWith({
  configuration: checkConfiguration(
    defineFoyer({
      fields: z.object({
        nickname: field(z.string().trim().min(2).max(20), {
          read: EVERYBODY,
          write: EVERYBODY,
          label: { en: 'Nickname', de: 'Spitzname' },
          session: true,
        }),
        age: field(z.int().min(18).max(130), {
          read: EVERYBODY,
          write: ['person'],
          label: { en: 'Age' },
        }),
        plan: field(z.enum(['free', 'paid']).nullable(), {
          read: ['person', 'application'],
          write: ['application'],
          label: { en: 'Plan' },
          token: true,
        }),
        note: field(z.string(), {
          read: ['administrator'],
          write: ['administrator'],
          label: { en: 'Note' },
        }),
      }),
      access: { permissions: ['invoice:read'], roles: { accountant: ['invoice:read'] } },
      claims: (session) => claims(session),
    }),
  ),
});

async function signIn(app: TestApp, data: Record<string, unknown> = {}): Promise<HttpAgent> {
  const email = uniqueEmail();
  const agent = await app.signInByMail(email);
  await app.deps.collections.users.updateOne({ email }, { $set: { data, roles: ['accountant'] } });
  return agent;
}

const storedOf = async (app: TestApp, agent: HttpAgent) => {
  const { email } = await app.client(agent).profile.get.query();
  return (await app.deps.collections.users.findOne({ email: email ?? '' }))?.data;
};

describe('own fields of the person', () => {
  it('are answered where the person reads them, in the profile and in the session', async ({ app }) => {
    const data = { nickname: 'Ada', plan: 'paid', note: 'secret', undeclared: 1 };
    const agent = await signIn(app, data);
    expect((await app.client(agent).profile.get.query()).data).toEqual({ nickname: 'Ada', plan: 'paid' });
    const session = await app.client(agent).session.get.query();
    expect(session).toMatchObject({ roles: ['accountant'], permissions: ['invoice:read'] });
    expect(session?.user.data).toEqual({ nickname: 'Ada' });
  });

  it('are described for the page without those that the person may not read', async ({ app }) => {
    const agent = await signIn(app);
    expect(await app.client(agent).profile.fields.query()).toEqual([
      {
        name: 'nickname',
        label: { en: 'Nickname', de: 'Spitzname' },
        isWritable: true,
        input: 'text',
        minLength: 2,
        maxLength: 20,
      },
      {
        name: 'age',
        label: { en: 'Age' },
        isWritable: true,
        input: 'number',
        isInteger: true,
        minimum: 18,
        maximum: 130,
      },
      {
        name: 'plan',
        label: { en: 'Plan' },
        isWritable: false,
        input: 'choice',
        choices: ['free', 'paid'],
      },
    ]);
  });

  it('are changed by name, and null removes one', async ({ app }) => {
    const agent = await signIn(app, { age: 36, plan: 'paid', note: 'secret' });
    const changed = await app
      .client(agent)
      .profile.setData.mutate({ data: { nickname: ' Countess ', age: null } });
    expect(changed.data).toEqual({ nickname: 'Countess', plan: 'paid' });
    expect(await storedOf(app, agent)).toEqual({ nickname: 'Countess', plan: 'paid', note: 'secret' });
  });

  it.for<[string, Record<string, unknown>, string[]]>([
    ['values that their schema refuses', { nickname: 'A', age: 17 }, ['data.nickname', 'data.age']],
    ['fields that the person may not write', { plan: 'paid', note: 'x' }, ['data.plan', 'data.note']],
    ['fields that are not declared', { role: 'administrator' }, ['data.role']],
    ['nothing', {}, ['data']],
  ])('refuse %s and change nothing', async ([, data, paths], { app }) => {
    const agent = await signIn(app, { nickname: 'Ada' });
    const { data: answer } = await app
      .client(agent)
      .profile.setData.mutate({ data })
      .then(
        () => expect.unreachable(),
        (error: unknown) => error as { readonly data: ErrorData },
      );
    expect(answer.appCode).toBe('INVALID_INPUT');
    expect(answer.issues?.map(({ path }) => path.join('.'))).toEqual(paths);
    expect(await storedOf(app, agent)).toEqual({ nickname: 'Ada' });
  });

  it.for(['profile.setData', 'profile.update'] as const)(
    'are changed a bounded number of times within the window by %s',
    async (procedure, { app }) => {
      const agent = await signIn(app);
      const { profile } = app.client(agent);
      const change = () =>
        procedure === 'profile.update'
          ? profile.update.mutate({ name: 'Countess' })
          : profile.setData.mutate({ data: { age: 40 } });
      const { id } = await change();
      const others = Array.from({ length: RATE_LIMITS.profile.refusal.user.quarter - 1 }, () =>
        app.deps.rateLimits.consume('profile', 'user', id),
      );
      await Promise.all(others);
      await expect(change()).rejects.toMatchObject({ data: { appCode: 'RATE_LIMITED' } });
      const another = await signIn(app);
      await app.client(another).profile.setData.mutate({ data: { age: 40 } });
    },
  );
});

describe('session.token', () => {
  const payloadOf = async (app: TestApp, agent: HttpAgent) =>
    decodeJwt((await app.client(agent).session.token.query({ audience: 'reports' })).token);

  it('carries roles and the fields that are declared for it', async ({ app }) => {
    const agent = await signIn(app, { nickname: 'Ada', plan: 'paid' });
    const payload = await payloadOf(app, agent);
    expect(payload['roles']).toEqual(['accountant']);
    expect(payload['data']).toEqual({ plan: 'paid' });
    expect(payload).not.toHaveProperty('permissions');
  });

  it('carries what claims answers about the session', async ({ app }) => {
    claims = async ({ user, roles }) => Promise.resolve({ tenant: `${user.id}/${roles[0]}`, level: 3 });
    const agent = await signIn(app);
    const payload = await payloadOf(app, agent);
    expect(payload).toMatchObject({ tenant: `${payload.sub}/accountant`, level: 3 });
  });

  it('keeps its own claims, also those that it does not have this time', async ({ app }) => {
    const agent = await signIn(app);
    const before = await payloadOf(app, agent);
    claims = () => ({
      sub: 'another',
      iss: 'https://other.example',
      exp: 9_999_999_999,
      nbf: 1,
      roles: ['administrator'],
      data: { plan: 'paid' },
      act: { sub: 'another' },
      acr: 'phr',
      name: 'Somebody',
      tenant: 'kept',
    });
    const after = await payloadOf(app, agent);
    expect(Object.keys(after).toSorted()).toEqual([...Object.keys(before), 'tenant'].toSorted());
    expect(after).toMatchObject({ sub: before.sub, iss: before.iss, roles: ['accountant'] });
    expect(JSON.stringify(app.logLines)).toContain('answered reserved claims');
  });

  const faults: [string, NonNullable<FoyerConfig['claims']>][] = [
    [
      'throws',
      () => {
        throw new Error('no answer');
      },
    ],
    ['answers no object', () => ['a'] as never],
    ['answers nothing', () => undefined as never],
    ['answers what JSON cannot say', () => ({ size: 1n })],
    ['takes too long', () => new Promise(() => {})],
  ];
  // `npm test` waits for the time-out of hooks in the tests of `admit`.
  it.for(faults.filter(([what]) => ALL_FAULTS || what !== 'takes too long'))(
    'is not signed when claims %s',
    { timeout: HOOK_TIMEOUT_MS + 30_000 },
    async ([, hook], { app }) => {
      claims = hook;
      const agent = await signIn(app);
      expect(await appCodeOf(payloadOf(app, agent))).toBe('UNAVAILABLE');
    },
  );
});
