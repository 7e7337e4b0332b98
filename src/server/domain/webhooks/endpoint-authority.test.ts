import { describe, expect } from 'vitest';
import { callAsScript } from '../../../testing/users/access-tokens.ts';
import { ADMINISTRATION_INPUTS } from '../../../testing/users/administration-inputs.ts';
import { makeAdministrator, makeServiceKey } from '../../../testing/users/administrators.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { removeAdministrators } from '../../../testing/users/signed-in-users.ts';
import { ALL_FAULTS, rounds } from '../../../testing/faults/fault-rounds.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { aWebhookSecret } from '../../../testing/webhooks/endpoints.ts';
import { startWebhookReceiver } from '../../../testing/webhooks/receiver.ts';
import { refusalOf } from '../../../testing/database/written.ts';
import { LOCALES } from '../../../shared/locale.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { mailTexts } from '../../locale-texts.ts';
import { appRouter } from '../../trpc/router.ts';
import { runDueJobs } from '../job-runner.ts';
import type { Authority } from '../rules/authority.ts';
import { createWebhook } from './endpoints.ts';

const ENVIRONMENT = 'https://hooks.example.test/environment';
const it = testWith({
  settings: { webhook: { url: ENVIRONMENT, secrets: [aWebhookSecret()], types: null } },
});

const SERVER: Authority = { kind: 'server' };
const INPUT = { url: 'https://hooks.example.test/', description: null, types: null };
const MUTATIONS = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { readonly type: string } }>,
)
  .filter(([path, { _def }]) => path.startsWith('webhooks.') && _def.type === 'mutation')
  .map(([path]) => path);
/** They send again what the endpoint gets anyway, to the same address. */
const SENDING = ['sendTest', 'replayDelivery', 'replayFailed', 'replay'].map((name) => `webhooks.${name}`);
const CHANGES = MUTATIONS.filter((path) => path !== 'webhooks.create' && !SENDING.includes(path));

const aKey = async (app: TestApp) => (await makeServiceKey(app, ['webhooks:write'])).authorization;

async function createByKey(app: TestApp, authorization: string): Promise<string> {
  const answer = await callAsScript(app, authorization, 'webhooks.create', { input: { url: INPUT.url } });
  return (JSON.parse(answer.text) as { result: { data: { endpoint: { id: string } } } }).result.data.endpoint
    .id;
}

const MAKERS: Readonly<Record<string, (app: TestApp, key: string) => Promise<string>>> = {
  'an administrator': async (app) => {
    const { client } = await makeAdministrator(app);
    return (await client.webhooks.create.mutate({ url: INPUT.url })).endpoint.id;
  },
  'a command on the server': async (app) =>
    (await createWebhook(app.deps, SERVER, INPUT, { ip: null })).endpoint.id,
  'the same key, and changed by an administrator': async (app, key) => {
    const id = await createByKey(app, key);
    await (await makeAdministrator(app)).client.webhooks.disable.mutate({ id });
    return id;
  },
  'the same key': createByKey,
  'another key': async (app) => createByKey(app, await aKey(app)),
};
const OF_KEYS = new Set(['the same key', 'another key']);

/** One condition decides, so `npm test` tries every change at two endpoints, and one at each other. */
const changesOf = (maker: string) =>
  CHANGES.slice(0, ['an administrator', 'the same key'].includes(maker) ? undefined : rounds(1, Infinity));

const storedOf = ({ deps }: TestApp, _id: string) => deps.collections.webhookEndpoints.findOne({ _id });

it.beforeEach(async ({ app }) => {
  await app.deps.collections.webhookEndpoints.deleteMany({ _id: { $ne: 'environment' } });
  await app.deps.collections.serviceKeys.deleteMany({});
  await removeAdministrators(app);
});

describe.for(Object.entries(MAKERS))('an endpoint that %s made (security.md 48)', ([maker, make]) => {
  it.for(changesOf(maker))(
    'is changed by a service key with %s only if a key made it',
    async (path, { app }) => {
      const key = await aKey(app);
      const id = await make(app, key);
      const before = await storedOf(app, id);
      const { status, text } = await callAsScript(app, key, path, {
        input: ADMINISTRATION_INPUTS[path]?.(id),
      });
      if (OF_KEYS.has(maker)) {
        expect([status, text]).toEqual([200, expect.any(String)]);
        return;
      }
      expect([status, refusalOf(text)]).toEqual([403, 'WEBHOOK_SET_BY_ADMINISTRATOR']);
      expect(await storedOf(app, id)).toEqual(before);
    },
  );

  it(
    'gets its deliveries again from every service key',
    maker === 'an administrator' ? {} : { tags: 'all' },
    async ({ app }) => {
      await using receiver = await startWebhookReceiver();
      const key = await aKey(app);
      const id = await make(app, key);
      const set = { url: receiver.origin, disabled: null };
      await app.deps.collections.webhookEndpoints.updateOne({ _id: id }, { $set: set });
      for (const path of SENDING) {
        const { status } = await callAsScript(app, key, path, { input: ADMINISTRATION_INPUTS[path]?.(id) });
        // There is no delivery with this id.
        expect([path, status]).toEqual([path, path === 'webhooks.replayDelivery' ? 404 : 200]);
      }
    },
  );
});

it.for(CHANGES)(
  'the endpoint of the environment is not changed by a service key with %s',
  async (path, { app }) => {
    const input = ADMINISTRATION_INPUTS[path]?.('environment');
    const { status } = await callAsScript(app, await aKey(app), path, { input });
    expect([403, 404, 409]).toContain(status);
  },
);

/** All changes write the row that the mail comes from, so `npm test` tries the first and the last of an endpoint. */
const MAILED = ALL_FAULTS ? [...CHANGES, 'webhooks.create'] : ['webhooks.create', 'webhooks.delete'];

describe.for(MAILED)('%s', (path) => {
  const actors = ['a service key', 'an administrator'];
  it.for(actors.slice(0, path === 'webhooks.create' ? 2 : rounds(1, 2)))(
    'by %s is mailed to every administrator in their language, once',
    async (actor, { app }) => {
      const readers = await Promise.all(
        LOCALES.map(async (locale) => ({ locale, ...(await makeAdministrator(app)) })),
      );
      for (const { userId, locale } of readers) {
        await app.deps.collections.users.updateOne({ _id: userId }, { $set: { locale, name: 'Ada' } });
      }
      const key = await aKey(app);
      const id = await createByKey(app, key);
      if (path === 'webhooks.enable') await callAsScript(app, key, 'webhooks.disable', { input: { id } });
      await runDueJobs(app.deps);
      app.mailbox.clear();

      const input = ADMINISTRATION_INPUTS[path]?.(id);
      if (actor === 'a service key') await callAsScript(app, key, path, { input });
      else await readers[0]?.agent.postJson(`/trpc/${path}`, input);
      await runDueJobs(app.deps);

      const mails = app.mailbox.messages.map(({ to, subject, text }) => ({ to, subject, text }));
      expect(mails.map(({ to }) => to).toSorted()).toEqual(readers.map(({ email }) => email).toSorted());
      for (const { locale, email } of readers) {
        const mail = mails.find(({ to }) => to === email);
        const { title } = mailTexts(locale).webhookChanged;
        expect(mail?.subject).toBe(title(new URL(app.origin).host));
        expect(mail?.text).toContain('hooks.example.test');
        expect(mail?.text).toContain(actor === 'a service key' ? 'Back office' : 'Ada');
      }
    },
  );
});

it('an administrator’s address stays when a key changes the endpoint at the same time', async ({ app }) => {
  const { client } = await makeAdministrator(app);
  const key = await aKey(app);
  for (let round = 0; round < rounds(3, 10); round++) {
    await app.resetLimits();
    const id = await createByKey(app, key);
    const [changed] = await Promise.all([
      client.webhooks.update.mutate({ id, url: 'https://kept.example.test/' }),
      callAsScript(app, key, 'webhooks.update', { input: { id, url: 'https://taken.example.test/' } }),
      callAsScript(app, key, 'webhooks.disable', { input: { id } }),
    ]);
    expect(await storedOf(app, id)).toMatchObject({ url: changed.url, setBy: 'administrator' });
    await client.webhooks.delete.mutate({ id });
  }
});

it('mails the former and the new host of a moved endpoint, and no secret of its address', async ({ app }) => {
  const { email, client } = await makeAdministrator(app);
  const { endpoint } = await client.webhooks.create.mutate({ url: 'https://old.example.test/?token=first' });
  await client.webhooks.update.mutate({ id: endpoint.id, url: 'https://new.example.test/?token=second' });
  await runDueJobs(app.deps);
  const { text } = app.mailbox.last(email);
  expect(text).toContain('moved to new.example.test');
  expect(text).toContain('old.example.test');
  expect(text).not.toMatch(/token|first|second/);
});

it('is changed by one service key only some times in a quarter of an hour', async ({ app }) => {
  const key = await aKey(app);
  const id = await createByKey(app, key);
  const change = (n: number) =>
    callAsScript(app, key, 'webhooks.update', { input: { id, description: `Change ${n}` } });
  for (let n = 1; n < RATE_LIMITS.webhook.refusal.serviceKey.quarter; n++)
    expect((await change(n)).status).toBe(200);
  const refused = await change(0);
  expect([refused.status, refusalOf(refused.text)]).toEqual([429, 'RATE_LIMITED']);
});
