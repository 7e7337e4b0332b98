import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { dataOfPage, rootOf } from '../../testing/pages/page-text.ts';
import { PASSWORD } from '../../testing/sign-in/passwords.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { renderSignedOutPage, testDocuments } from '../../testing/app/test-documents.ts';

const documents = await testDocuments();
const it = testWith({ documents });

const html = { accept: 'text/html' };

describe('the application', () => {
  it('has a document for every path, with the same content for every signed-in person', async ({ app }) => {
    const agent = await app.signInByMail('application@example.test');
    const { status, headers, text } = await agent.request('/account');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(headers.get('vary')).toContain('Accept-Language, Cookie');
    expect(text).toContain('<div id="root"></div>');
    expect(text).not.toMatch(/application@example|page-data/);
    const other = await app.signInByMail('other@example.test');
    expect((await other.request('/account')).text).toBe(text);
  });

  it('returns 304 for the ETag of its document, but not in another language', async ({ app }) => {
    const agent = await app.signInByMail('etag@example.test');
    const tag = (await agent.request('/account')).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    // `fetch` would add a header that forbids the answer 304.
    const statusFor = async (language: string) => {
      const cookie = `foyer.session=${agent.cookies.get('foyer.session')}; foyer.locale=${language}`;
      const headers = { 'if-none-match': tag, cookie };
      return (await rawRequest(app.origin, { path: '/account', headers })).status;
    };
    expect([await statusFor('en'), await statusFor('de')]).toEqual([304, 200]);
  });
});

describe('the data that a signed-out page has for the script', () => {
  const BREAKING = ['</script><script>alert(1)</script>', '<!--<script>', ']]>&amp;"\'`', '\u2028{{x}}$&$1'];

  function expectTwoScripts(text: string): void {
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text.match(/<\/script>/g)).toHaveLength(2);
    expect(text).not.toContain('<!--<');
  }

  it.for(BREAKING)('is not ended by %j in the address or in a failed form', async (typed, { app }) => {
    const query = new URLSearchParams({ email: typed }).toString();
    for (const path of ['/sign-in', '/sign-up', '/check-email']) {
      const { text } = await app.agent().request(`${path}?${query}`);
      expectTwoScripts(text);
      const { page } = dataOfPage(text) as { page: { address: string } };
      expect(new URL(page.address, app.origin).searchParams.get('email')).toBe(typed);
      expect(rootOf(text)).toContain('</form>');

      const failed = await app.agent().postForm(path, { email: typed, name: typed, way: 'link' });
      expectTwoScripts(failed.text);
      expect(dataOfPage(failed.text)).toMatchObject({
        page: { failedForm: { values: { email: typed, name: typed } } },
      });
    }
  });
});

describe('the compression of a page', () => {
  const gzip = { 'accept-encoding': 'gzip' };
  const encodingOf = (headers: Headers) => headers.get('content-encoding');

  it('is on for pages that are the same for everybody, and Vary says so', async ({ app }) => {
    for (const address of ['/sign-in', '/sign-up?email=a@b.test', '/forgot-password']) {
      const { headers } = await app.agent().request(address, { headers: gzip });
      expect([encodingOf(headers), headers.get('cache-control')]).toEqual(['gzip', 'private, no-cache']);
      expect(headers.get('vary')).toMatch(/Accept-Language, Cookie.*Accept-Encoding/);
    }
    const raw = await fetch(`${app.origin}/sign-in`, { headers: { 'accept-encoding': 'identity' } });
    expect(encodingOf(raw.headers)).toBeNull();
  });

  it('is off for a page about a person, and the page is not stored', async ({ app }) => {
    const agent = await app.signInByMail('compressed@example.test');
    for (const address of ['/forgot-password', '/sign-in?error=SESSION_NOT_FRESH', '/sign-out']) {
      const { headers } = await agent.request(address, { headers: gzip });
      expect(encodingOf(headers)).toBeNull();
      expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
    }
  });

  it('is off for a failed form, whose page has what was typed', async ({ app }) => {
    const answer = await app.agent().postForm('/sign-in', { email: 'x', password: PASSWORD }, gzip);
    expect([answer.status, encodingOf(answer.headers)]).toEqual([400, null]);
  });
});

describe('a page that cannot be rendered', () => {
  it('is a page with INTERNAL and the request id, which is logged with the reason', async () => {
    const failing = await testDocuments(() => {
      throw new Error('a fault of the renderer');
    });
    await using app = await createTestApp({ documents: failing });
    const shown = await app.agent().request('/sign-in', { headers: html });
    const failed = await app.agent().postForm('/sign-in', { email: 'x' }, html);
    for (const { status, headers, text } of [shown, failed]) {
      const requestId = headers.get('x-request-id') ?? '';
      expect([status, headers.get('cache-control')]).toEqual([500, 'no-store']);
      expect(text).toContain(`Code: INTERNAL · Request: ${requestId}`);
      expect(text).not.toContain('renderer');
      expect(app.logLines).toContainEqual(
        expect.objectContaining({
          requestId,
          code: 'INTERNAL',
          err: expect.objectContaining({ message: 'a fault of the renderer' }),
        }),
      );
    }
  });

  it('does not take back a sign-in', async () => {
    let isBroken = false;
    const brokenLater = await testDocuments((page) => {
      if (isBroken) throw new Error('a fault of the renderer');
      return renderSignedOutPage(page);
    });
    await using app = await createTestApp({ documents: brokenLater });
    const agent = app.agent();
    const email = 'broken@example.test';
    await app.client(agent).session.requestLink.mutate({ email });
    isBroken = true;
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    const answer = await agent.postForm('/check-email', { email, code, way: 'code' });
    expect([answer.status, answer.location]).toEqual([303, `${app.origin}/account`]);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email } });
  });
});
