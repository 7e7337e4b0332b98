import { describe, expect } from 'vitest';
import { BRAND_DRAFT_MAX_BODY_BYTES } from '../../shared/limits.ts';
import type { BrandDraft } from '../../shared/schemas/brand.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { renderSignedOutPage, testDocuments } from '../../testing/app/test-documents.ts';
import { refusalOf } from '../../testing/database/written.ts';
import { inBase64, NO_CHANGES } from '../../testing/pages/brand-drafts.ts';
import { makeAdministrator } from '../../testing/users/administrators.ts';
import { styleSourcesOf } from '../http/content-hashes.ts';
import { CONSOLE_IDLE_MS } from '../domain/administration/console-reading.ts';

const it = testWith({ documents: await testDocuments(renderSignedOutPage) });

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const DRAFT: BrandDraft = {
  ...NO_CHANGES,
  name: '<script>alert(1)</script>',
  accent: { light: '#8a2be2', dark: '#b48cf2' },
  files: {
    logo: [{ name: 'logo.svg', content: inBase64(SVG) }],
    'logo-dark': null,
    font: [{ name: 'a.woff2', content: inBase64(Buffer.from('774f463200010000', 'hex')) }],
  },
  words: [
    { locale: 'de', word: 'words/signIn.title', text: 'Guten Tag' },
    { locale: 'de', word: 'mails/signIn.button', text: 'Herein' },
  ],
};

const preview = (agent: HttpAgent, fields: Record<string, string>, draft: unknown = DRAFT) =>
  agent.postForm('/admin/brand/preview', {
    view: 'sign-in',
    scheme: 'light',
    locale: 'de',
    draft: JSON.stringify(draft),
    ...fields,
  });

describe('the preview of a draft', () => {
  it.for([
    ['sign-in', 'Guten Tag', '#8a2be2'],
    ['account', 'Ada Lovelace', '#8a2be2'],
    ['mail', 'Herein', '#8a2be2'],
  ] as const)(
    'shows the page with its name, words, colours and files: %s',
    async ([view, word, colour], { app }) => {
      const { agent } = await makeAdministrator(app);
      const { status, text, headers } = await preview(agent, { view });
      expect(status).toBe(200);
      for (const part of [word, colour, '&lt;script&gt;alert(1)', '<html lang="de"'])
        expect(text).toContain(part);
      if (view !== 'mail')
        for (const part of [
          `<img src="data:image/svg+xml;base64,${inBase64(SVG)}"`,
          'src:url(data:font/woff2;base64,',
        ])
          expect(text).toContain(part);

      // Nothing runs, and nothing is loaded.
      expect(text).not.toMatch(/<script|<link|<noscript/);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; img-src data:; font-src data:; style-src /);
      expect(policy).toMatch(/; form-action 'none'; frame-ancestors 'self'; sandbox$/);
      for (const source of styleSourcesOf(text)) expect(policy).toContain(source);
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it.for(['sign-in', 'mail'] as const)(
    'has one scheme, whatever the browser prefers: %s',
    async (view, { app }) => {
      const { agent } = await makeAdministrator(app);
      const dark = await preview(agent, { view, scheme: 'dark' });
      expect(dark.text).toContain('@media all');
      const light = await preview(agent, { view, scheme: 'light' });
      expect(light.text).toContain('@media not all');
      expect(dark.text + light.text).not.toContain('prefers-color-scheme');
    },
  );

  it.for([
    ['view', { view: 'constructor' }],
    ['scheme', { scheme: 'blue' }],
    ['language', { locale: 'xx' }],
    ['draft', { draft: '{' }],
    ['shape of the draft', { draft: '{"name":1}' }],
    ['field', { another: '1' }],
  ] as const)('is refused with a wrong %s', async ([, fields], { app }) => {
    const { agent } = await makeAdministrator(app);
    const { status, text } = await preview(agent, fields);
    expect([status, refusalOf(text)]).toEqual([400, 'MALFORMED_REQUEST']);
  });

  it('is refused when it is too large', async ({ app }) => {
    const { agent } = await makeAdministrator(app);
    const { status } = await preview(agent, { draft: 'x'.repeat(2 * BRAND_DRAFT_MAX_BODY_BYTES) });
    expect(status).toBe(413);
  });

  it('is for administrators who use the console, on this site (security.md 32)', async ({ app }) => {
    const codeOf = async (agent: HttpAgent) => refusalOf((await preview(agent, {})).text);
    expect(await codeOf(app.agent())).toBe('SessionRequired');
    expect(await codeOf(await app.signInByMail('bob@example.test'))).toBe('ADMINISTRATOR_REQUIRED');
    const { agent } = await makeAdministrator(app);
    const fields = { view: 'mail', scheme: 'light', locale: 'en', draft: JSON.stringify(DRAFT) };
    const foreign = await agent.postForm('/admin/brand/preview', fields, { origin: 'https://other.example' });
    expect(refusalOf(foreign.text)).toBe('FOREIGN_ORIGIN');
    await app.ageSignIn(agent, CONSOLE_IDLE_MS + 1000);
    expect(await codeOf(agent)).toBe('SESSION_NOT_FRESH');
  });
});

it('checks a draft without a new verification, because nothing changes', async ({ app }) => {
  const { agent, client } = await makeAdministrator(app);
  await app.ageSignIn(agent, CONSOLE_IDLE_MS - 60_000);
  expect((await client.administration.checkBrand.mutate(DRAFT)).tokens.dark).toMatchObject({
    accent: '#b48cf2',
  });
});
