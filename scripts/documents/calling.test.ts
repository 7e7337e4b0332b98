import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../src/server/trpc/router.ts';
import { createTestApp, type TestApp } from '../../src/testing/app/test-app.ts';
import { codeSpansOf, readDocument, tableRows } from './markdown.ts';

const { text } = await readDocument('docs/calling.md');

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('docs/calling.md', () => {
  it('has each router, and no other', () => {
    const documented = tableRows(text, 'router').map(([name = '']) => name.replaceAll('`', ''));
    expect(documented.toSorted()).toEqual(Object.keys(appRouter._def.record).toSorted());
  });

  const addresses = tableRows(text, 'path').flatMap(([cell = '']) => codeSpansOf(cell));

  const endpoints = addresses.filter((code) => code.startsWith('/oauth/'));
  it.each(endpoints)('is right that %s is an endpoint', async (address) => {
    const { status } = await app.agent().request(address);
    // Without a client or a token it refuses, and some take only POST.
    expect([400, 401, 405]).toContain(status);
  });

  it.each(
    addresses.filter((code) => code.startsWith('/') && !code.endsWith('…') && !endpoints.includes(code)),
  )('is right that %s answers', async (address) => {
    expect((await app.agent().request(address)).status).toBe(200);
  });

  it('is right that /locale takes a language, and that Auth.js’s actions are under /auth', async () => {
    expect(addresses).toEqual(expect.arrayContaining(['POST /locale', '/auth/…']));
    const agent = app.agent();
    expect((await agent.request('/auth/csrf')).status).toBe(200);
    expect((await agent.request('/locale', { method: 'POST' })).status).not.toBe(404);
    expect((await agent.request('/locale')).status).toBe(404);
  });
});
