import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObjectId } from 'mongodb';
import { beforeAll, beforeEach, describe, expect, onTestFinished, vi } from 'vitest';
import { PICTURE_MAX_BYTES, SECOND_MS } from '../../../shared/limits.ts';
import { RequestBudget, runWithinBudget } from '../../database/request-budget.ts';
import { PROVIDER_PICTURE_MAX_AGE_MS, PROVIDER_PICTURE_PAUSE_MS, readPicture } from './provider-pictures.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { aPng, blobOf, bytesOf, redAndBlue, type Bytes } from '../../../testing/users/pictures.ts';
import { it } from '../../../testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { linkAccount, recordAccountUse } from '../users/accounts.ts';
import { removeOrphanedAccounts } from '../users/orphaned-accounts.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

let production: TestApp;
let origin: string;
let asked: string[] = [];
const served = new Map<string, (response: ServerResponse) => unknown>();

beforeAll(async () => {
  const pictures = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = served.get(path);
    if (answer) answer(response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(pictures, 'listening');
  origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  production = await createTestApp({ settings: { mode: 'production' } });
  const png = await aPng();
  serve('/ada.png', 'image/png', png);
  serve('/ada-later.png', 'image/png', await bytesOf(redAndBlue(64, 64).png()));
  serve('/page.png', 'text/html', new TextEncoder().encode('<script>alert(1)</script>'));
  serve('/script.png', 'image/png', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  serve('/svg', 'image/svg+xml', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  serve('/huge.png', 'image/png', new Uint8Array(PICTURE_MAX_BYTES + 1));
  serve('/cut.png', 'image/png', png.slice(0, 300));
  served.set('/moved.png', (response) => response.writeHead(302, { location: '/ada.png' }).end());
  served.set('/error.png', (response) => response.writeHead(500, { 'content-type': 'image/png' }).end(png));
  return async () => {
    await production.close();
    pictures.closeAllConnections();
    pictures.close();
  };
});
beforeEach(() => {
  asked = [];
});

function serve(path: string, type: string, bytes: Bytes): void {
  served.set(path, (response) => response.writeHead(200, { 'content-type': type }).end(bytes));
}

interface Connected {
  readonly agent: HttpAgent;
  readonly userId: ObjectId;
  readonly connection: { readonly provider: string; readonly providerAccountId: string };
  /** Signs in again. The provider then names this URL of the picture. */
  signIn(address: string | null): Promise<void>;
  /** Fetches the pictures of the connection and of the user. Answers their sizes. */
  look(): Promise<{ ofAccount: number | null; ofUser: number | null }>;
}

/** A user whose last sign-in named `address` as the picture's URL. */
async function connected(where: TestApp, login: string, address: string | null): Promise<Connected> {
  const agent = await where.signInByMail(`${login}@example.test`);
  const user = await where.deps.collections.users.findOne({ email: `${login}@example.test` });
  if (!user) throw new Error('there is no such user');
  const connection = { provider: 'somewhere', providerAccountId: login };
  const linked = { ...connection, type: 'oidc' } as const;
  await linkAccount(where.deps, user, linked, { requestContext: NO_REQUEST, label: login, actor: null });
  const signIn = (image: string | null) =>
    recordAccountUse(where.deps, user._id, linked, { label: login, image, tokens: null });
  await signIn(address);
  const statusOf = async (path: string | null) =>
    path === null ? null : (await where.agent().request(path)).status;
  return {
    agent,
    userId: user._id,
    connection,
    signIn,
    async look() {
      const [account] = await where.client(agent).accounts.list.query();
      const { image } = await where.client(agent).profile.get.query();
      return { ofAccount: await statusOf(account?.image ?? null), ofUser: await statusOf(image) };
    },
  };
}

const imageOf = async (app: TestApp, { agent }: Connected) =>
  (await app.client(agent).profile.get.query()).image;

describe('a provider’s picture', () => {
  it('is served from our origin and fetched once, at the first request', async ({ app }) => {
    const ada = await connected(app, 'ada', `${origin}/ada.png`);
    expect(asked).toEqual([]);
    const told = JSON.stringify([
      await app.client(ada.agent).accounts.list.query(),
      await app.client(ada.agent).session.get.query(),
    ]);
    expect(told).not.toContain(origin);
    const path = (await imageOf(app, ada)) ?? '';
    const looks = await Promise.all(Array.from({ length: 5 }, () => app.agent().request(path)));
    for (const { status, headers } of looks)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await ada.look()).toEqual({ ofAccount: 200, ofUser: 200 });
    expect(asked).toEqual(['/ada.png']);
  });

  it('reaches who waits for it when the browser that asked first has left', async ({ app }) => {
    const { userId } = await connected(app, 'leaves', `${origin}/slow.png`);
    const user = await app.deps.collections.users.findOne({ _id: userId });
    const id = user?.image?.id ?? '';
    const asking = new Promise<ServerResponse>((resolve) => served.set('/slow.png', resolve));
    const waiting = vi.spyOn(app.deps.providerCalls, 'fetchingPictures');
    onTestFinished(() => waiting.mockRestore());
    const leaving = new RequestBudget();
    const first = runWithinBudget(leaving, () => readPicture(app.deps, id));
    const response = await asking;
    const second = readPicture(app.deps, id);
    await vi.waitUntil(() => waiting.mock.calls.length === 2);
    leaving.abandon();
    response.writeHead(200, { 'content-type': 'image/png' }).end(await aPng());
    expect(await second).toEqual(await first);
    expect(await second).not.toBeNull();
  });

  it('changes with a later sign-in, and the old one is removed', async ({ app }) => {
    const ada = await connected(app, 'follows', `${origin}/ada.png`);
    expect(await ada.look()).toEqual({ ofAccount: 200, ofUser: 200 });
    const before = (await imageOf(app, ada)) ?? '';
    await ada.signIn(`${origin}/ada.png`);
    expect(await imageOf(app, ada)).toBe(before);
    await ada.signIn(`${origin}/ada-later.png`);
    expect(await ada.look()).toEqual({ ofAccount: 200, ofUser: 200 });
    expect((await app.agent().request(before)).status).toBe(404);
    // The picture at the same URL may have changed.
    const later = await imageOf(app, ada);
    app.advance(PROVIDER_PICTURE_MAX_AGE_MS);
    await ada.signIn(`${origin}/ada-later.png`);
    expect(await imageOf(app, ada)).not.toBe(later);
  });

  it('does not replace a picture that the person chose or removed', async ({ app }) => {
    const ada = await connected(app, 'chosen', null);
    expect(await ada.look()).toEqual({ ofAccount: null, ofUser: null });
    const { image } = await app.client(ada.agent).profile.uploadPicture.mutate(blobOf(await aPng()));
    await ada.signIn(`${origin}/ada.png`);
    expect(await imageOf(app, ada)).toBe(image);
    await app.client(ada.agent).profile.update.mutate({ image: null });
    await ada.signIn(`${origin}/ada-later.png`);
    expect(await ada.look()).toEqual({ ofAccount: 200, ofUser: null });
  });

  it('can be chosen by its connection, and stays after the unlink', async ({ app }) => {
    const ada = await connected(app, 'again', `${origin}/ada.png`);
    await app.client(ada.agent).profile.uploadPicture.mutate(blobOf(await aPng()));
    const upload = (await imageOf(app, ada)) ?? '';
    await app.client(ada.agent).profile.update.mutate({ image: ada.connection });
    expect((await app.agent().request(upload)).status).toBe(404);
    expect(await ada.look()).toEqual({ ofAccount: 200, ofUser: 200 });
    const { users, accounts } = app.deps.collections;
    await users.updateOne({ _id: ada.userId }, { $set: { accounts: [] } });
    await removeOrphanedAccounts(app.deps, ada.userId);
    expect(await accounts.countDocuments({ providerAccountId: 'again' })).toBe(0);
    expect(await ada.look()).toEqual({ ofAccount: null, ofUser: 200 });
  });

  it('is removed with its connection when the person shows another', async ({ app }) => {
    const ada = await connected(app, 'goes', `${origin}/ada.png`);
    await app.client(ada.agent).profile.uploadPicture.mutate(blobOf(await aPng()));
    const [account] = await app.client(ada.agent).accounts.list.query();
    expect(await ada.look()).toEqual({ ofAccount: 200, ofUser: 200 });
    await app.client(ada.agent).accounts.unlink.mutate(ada.connection);
    expect((await app.agent().request(account?.image ?? '')).status).toBe(404);
    expect(await app.deps.collections.pictures.countDocuments({ userId: ada.userId })).toBe(1);
  });

  it('of somebody else’s connection cannot be chosen', async ({ app }) => {
    await connected(app, 'hers', `${origin}/ada.png`);
    const other = await connected(app, 'his', null);
    for (const providerAccountId of ['hers', 'his', 'nobodys']) {
      const image = { provider: 'somewhere', providerAccountId };
      expect(await appCodeOf(app.client(other.agent).profile.update.mutate({ image }))).toBe('NOT_FOUND');
    }
    expect(await imageOf(app, other)).toBeNull();
  });
});

describe('a picture that cannot be fetched', () => {
  const UNFETCHED = ['script', 'huge', 'moved', 'missing', 'page', 'cut', 'error'];
  it.for(UNFETCHED.slice(0, rounds(4, Infinity)))(
    'shows initials and is not fetched again at each request: %s',
    async (name, { app }) => {
      const ada = await connected(app, `bad-${name}`, `${origin}/${name}.png`);
      expect(await ada.look()).toEqual({ ofAccount: 404, ofUser: 404 });
      expect(await ada.look()).toEqual({ ofAccount: 404, ofUser: 404 });
      expect(asked).toEqual([`/${name}.png`]);
      app.advance(PROVIDER_PICTURE_PAUSE_MS + SECOND_MS);
      await ada.look();
      expect(asked).toEqual([`/${name}.png`, `/${name}.png`]);
    },
  );

  it('fails the choice, which can be tried again at once', async ({ app }) => {
    const ada = await connected(app, 'tries', `${origin}/tries.png`);
    const choose = () => app.client(ada.agent).profile.update.mutate({ image: ada.connection });
    expect(await appCodeOf(choose())).toBe('PICTURE_NOT_FETCHED');
    serve('/tries.png', 'image/png', await aPng());
    await choose();
    expect(await ada.look()).toEqual({ ofAccount: 200, ofUser: 200 });
  });

  it.for<[string, () => string]>([
    ['to this machine', () => `${origin}/ada.png`],
    ['to this machine by https', () => `https://127.0.0.1:${new URL(origin).port}/ada.png`],
    ['to a private network', () => 'https://192.168.0.1/ada.png'],
    ['to a cloud’s own data', () => 'https://169.254.169.254/latest/meta-data/'],
    ['over http', () => 'http://example.test/ada.png'],
    ['to no address', () => 'javascript:alert(1)'],
  ])('in production nobody is led %s', async ([what, address]) => {
    const login = `led-${what.replaceAll(/\W/g, '')}`;
    const ada = await connected(production, login, 'https://example.test/placeholder.png');
    await production.deps.collections.users.updateOne(
      { email: `${login}@example.test` },
      { $set: { 'image.from.address': address() } },
    );
    expect((await ada.look()).ofUser).toBe(404);
    expect(asked).toEqual([]);
  });
});
