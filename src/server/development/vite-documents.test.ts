import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { renderSignedOutPage } from '../../testing/app/test-documents.ts';
import { dataOfPage, rootOf } from '../../testing/pages/page-text.ts';
import type { SignedOutPage } from '../../shared/signed-out-page.ts';
import { startViteDocuments } from './vite-documents.ts';

let vite: Awaited<ReturnType<typeof startViteDocuments>>;
let app: TestApp;

beforeAll(async () => {
  // For the web socket by which Vite reports changes. No test opens it.
  vite = await startViteDocuments(createServer());
  app = await createTestApp({ documents: vite });
}, 120_000);
afterAll(async () => {
  await app.close();
  await vite.close();
});

/** Inline elements, and those that load a script or a style sheet, without this nonce. */
const withoutNonce = (text: string, nonce: string) =>
  [...text.matchAll(/<(?:script|style)\b[^>]*>/g)]
    .map(([element]) => element)
    .filter((element) => !element.includes(`nonce="${nonce}"`) && !element.includes('application/json'));

it.each(['/sign-in', '/account', '/sign-out'])(
  'in development, every script and style of %s has the nonce of the policy',
  async (address) => {
    const agent = app.agent();
    agent.cookies.set('foyer.session', 'whatever');
    const { status, text, headers } = await agent.request(address);
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'no nonce';
    expect(vite.inline.nonce).toBe(nonce);
    expect(policy).not.toContain('unsafe');
    // A hash allows the style of the server's own pages.
    const ofVite = text.replace(/<noscript>[\s\S]*?<\/noscript>/, '');
    expect(withoutNonce(ofVite, nonce)).toEqual([]);
    expect(ofVite.match(/<script/g)?.length).toBeGreaterThan(1);
  },
);

it('in development, the server renders the signed-out pages with their styles', async () => {
  const { text } = await app.agent().request('/sign-up?email=a@b.test');
  const { page } = dataOfPage(text) as { page: SignedOutPage };
  const classless = (markup: string) => markup.replaceAll(/ class="[^"]*"/g, '');
  expect(classless(rootOf(text))).toBe(classless(renderSignedOutPage(page).markup));
  const className = /<button type="submit"[^>]*class="([\w-]+)"/.exec(rootOf(text))?.[1] ?? 'no class';
  expect(text).toContain(`.${className}`);
});
