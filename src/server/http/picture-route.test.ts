import { describe, expect } from 'vitest';
import { PICTURE_MAX_BYTES } from '../../shared/limits.ts';
import { RATE_LIMITS } from '../domain/rules/counters.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { aPng, blobOf, bytesOf, hugePng, redAndBlue } from '../../testing/users/pictures.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { refusalOf } from '../../testing/database/written.ts';

const UPLOAD = '/trpc/profile.uploadPicture';
const BYTES = { 'content-type': 'application/octet-stream' };

const upload = (app: TestApp, agent: HttpAgent, bytes: Uint8Array<ArrayBuffer>) =>
  app.client(agent).profile.uploadPicture.mutate(blobOf(bytes));
const storedOf = async (app: TestApp, agent: HttpAgent) =>
  (await app.client(agent).profile.get.query()).image;
const getPicture = (app: TestApp, path: string) => app.agent().request(path);
/** As a browser with a cached picture. `fetch` would add `cache-control: no-cache`. */
const revalidate = (app: TestApp, path: string, etag: string) =>
  rawRequest(app.origin, { path, headers: { 'if-none-match': etag } });

async function uploaded(app: TestApp, email: string): Promise<{ agent: HttpAgent; image: string }> {
  const agent = await app.signInByMail(email);
  const { image } = await upload(app, agent, await aPng());
  if (image === null) throw new Error('there is no picture');
  return { agent, image };
}

describe('an uploaded picture', () => {
  it('is in the session, the profile and Auth.js’s session', async ({ app }) => {
    const { agent, image } = await uploaded(app, 'shown@example.test');
    expect(image).toMatch(/^\/pictures\/[\w-]{22}\.webp$/);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { image } });
    expect(await app.client(agent).profile.get.query()).toMatchObject({ image });
    expect((await agent.request('/auth/session')).json()).toMatchObject({ user: { image } });
  });

  it('is served without a session, with caching and security headers', async ({ app }) => {
    const { image } = await uploaded(app, 'served@example.test');
    const answer = await getPicture(app, image);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(answer.setCookies).toEqual([]);
    const again = await revalidate(app, image, answer.headers.get('etag') ?? '');
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await revalidate(app, image, '"another"')).status).toBe(200);
  });

  it('returns 404 at its old address after a replacement or removal, also to If-None-Match', async ({
    app,
  }) => {
    const { agent, image } = await uploaded(app, 'replaced@example.test');
    const etag = (await getPicture(app, image)).headers.get('etag') ?? '';
    const { image: newer } = await upload(app, agent, await bytesOf(redAndBlue(50, 50).jpeg()));
    expect(newer).not.toBe(image);
    expect((await revalidate(app, image, etag)).status).toBe(404);
    expect((await getPicture(app, newer ?? '')).status).toBe(200);
    expect(await app.client(agent).profile.update.mutate({ image: null })).toMatchObject({ image: null });
    expect((await getPicture(app, newer ?? '')).status).toBe(404);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { image: null } });
  });

  it('stays when the name is changed', async ({ app }) => {
    const { agent, image } = await uploaded(app, 'stays@example.test');
    expect(await app.client(agent).profile.update.mutate({ name: 'Ada' })).toMatchObject({ image });
    expect((await getPicture(app, image)).status).toBe(200);
  });

  it.for([
    '/pictures/x.webp',
    '/pictures/AAAAAAAAAAAAAAAAAAAAAA.webp',
    '/pictures/AAAAAAAAAAAAAAAAAAAAAA',
    '/pictures/',
    '/pictures/%2e%2e%2fx.webp',
  ])('returns 404 for %s', async (path, { app }) => {
    const answer = await getPicture(app, path);
    expect([answer.status, refusalOf(answer.text)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('an upload', () => {
  it('without a session returns 401 and stores nothing', async ({ app }) => {
    const before = await app.deps.collections.pictures.countDocuments({});
    const body = blobOf(await aPng());
    const answer = await app.agent().request(UPLOAD, { method: 'POST', headers: BYTES, body });
    expect([answer.status, refusalOf(answer.text)]).toEqual([401, 'SessionRequired']);
    expect(await app.deps.collections.pictures.countDocuments({})).toBe(before);
  });

  it.for<[string, string, string, Record<string, string>]>([
    ['from another site', UPLOAD, 'FOREIGN_ORIGIN', { ...BYTES, origin: 'https://evil.test' }],
    ['from nowhere', UPLOAD, 'FOREIGN_ORIGIN', { ...BYTES, origin: 'null' }],
    ['as a form', UPLOAD, 'UNSUPPORTED_MEDIA_TYPE', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['as text', UPLOAD, 'UNSUPPORTED_MEDIA_TYPE', { 'content-type': 'text/plain' }],
    ['as a picture by name', UPLOAD, 'UNSUPPORTED_MEDIA_TYPE', { 'content-type': 'image/png' }],
    ['as JSON', UPLOAD, 'MALFORMED_REQUEST', { 'content-type': 'application/json' }],
    ['to another procedure', '/trpc/profile.update', 'UNSUPPORTED_MEDIA_TYPE', BYTES],
    [
      'to an address that is written otherwise',
      '/trpc/profile%2euploadPicture',
      'UNSUPPORTED_MEDIA_TYPE',
      BYTES,
    ],
  ])('%s is refused (security.md 20)', async ([_what, path, code, headers], { app }) => {
    const { agent, image } = await uploaded(app, `refused-${code.toLowerCase()}@example.test`);
    const { text } = await agent.request(path, { method: 'POST', headers, body: new Blob(['x']) });
    expect(refusalOf(text)).toBe(code);
    expect(await storedOf(app, agent)).toBe(image);
  });

  it('over the limit by its content-length is PICTURE_TOO_LARGE before it is counted', async ({ app }) => {
    const { agent, image } = await uploaded(app, 'large@example.test');
    const call = upload(app, agent, new Uint8Array(PICTURE_MAX_BYTES + 1));
    await expect(call).rejects.toMatchObject({ data: { appCode: 'PICTURE_TOO_LARGE', httpStatus: 413 } });
    expect(await storedOf(app, agent)).toBe(image);
    // The refused upload was not counted, because no procedure ran.
    expect(await app.deps.collections.rateLimits.countDocuments({ key: /^picture-user-hour/ })).toBe(1);
  });

  it('without a content-length is refused when it exceeds the limit', async ({ app }) => {
    const agent = await app.signInByMail('endless@example.test');
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent > 2 * PICTURE_MAX_BYTES) return controller.close();
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const answer = await fetch(`${app.origin}${UPLOAD}`, {
      method: 'POST',
      headers: {
        ...BYTES,
        origin: app.origin,
        cookie: agent.cookieHeader,
      },
      body,
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, refusalOf(await answer.text())]).toEqual([413, 'PICTURE_TOO_LARGE']);
  });

  it.for([
    ['PICTURE_TOO_LARGE', () => hugePng(20_000, 20_000)],
    ['PICTURE_UNSUPPORTED', () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['PICTURE_UNREADABLE', async () => (await aPng()).slice(0, 200)],
  ] as const)('that is refused with %s keeps the old picture', async ([appCode, make], { app }) => {
    const { agent, image } = await uploaded(app, `${appCode.toLowerCase()}@example.test`);
    await expect(upload(app, agent, await make())).rejects.toMatchObject({ data: { appCode } });
    expect(await storedOf(app, agent)).toBe(image);
    expect((await getPicture(app, image)).status).toBe(200);
  });

  it('is refused with RATE_LIMITED after the hourly limit', async ({ app }) => {
    const agent = await app.signInByMail('often@example.test');
    const png = await aPng();
    for (let count = 0; count < RATE_LIMITS.picture.refusal.user.hour; count++) await upload(app, agent, png);
    await expect(upload(app, agent, png)).rejects.toMatchObject({ data: { appCode: 'RATE_LIMITED' } });
  });
});
