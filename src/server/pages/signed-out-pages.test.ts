import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { dataOfPage, rootOf, textOfPage } from '../../testing/pages/page-text.ts';
import { PASSWORD, signUpWithPassword } from '../../testing/sign-in/passwords.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { renderSignedOutPage, testDocuments } from '../../testing/app/test-documents.ts';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import type { SignedOutPage } from '../../shared/signed-out-page.ts';
import { errorsAndNotices as germanWords } from '../../locales/de/pages/errors-and-notices.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';

const documents = await testDocuments();
const it = testWith({ documents });
const html = { accept: 'text/html' };

describe('the application', () => {
  it('has a document for every path, with the same content for every signed-in person', async ({ app }) => {
    const agent = await app.signInByMail('application@example.test');
    const { status, headers, text } = await agent.request('/account');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(headers.get('vary')).toContain('Accept-Language, Cookie');
    expect(text).toContain('<nav aria-label="Account"');
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
    const { code } = await app.requestMail(email, agent);
    isBroken = true;
    const answer = await agent.postForm('/check-email', { email, code, way: 'code' });
    expect([answer.status, answer.location]).toEqual([303, `${app.origin}/account`]);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email } });
  });
});

const REQUEST_ID = 'b0000000-0000-4000-8000-000000000000';

/** The heading of the page, or the target of the redirect. */
async function shownAt(app: TestApp, address: string, agent = app.agent()) {
  const { status, text, location, headers } = await agent.request(address);
  if (location !== null) {
    expect([status, headers.get('cache-control')]).toEqual([303, 'private, no-store']);
    return location.replace(app.origin, '');
  }
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  return /<h1[^>]*>([^<]*)</.exec(text)?.[1];
}

const pageAt = async (agent: HttpAgent, address: string) => (await agent.request(address)).text;
const pageDataOf = (text: string) => (dataOfPage(text) as { page: SignedOutPage }).page;

describe('the addresses of the signed-out pages', () => {
  it.for([
    ['/', '/sign-in'],
    ['/sign-in', 'Sign in'],
    ['/sign-in?callbackUrl=/account/devices', 'Sign in'],
    ['/sign-in?error=OAuthAccountNotLinked', 'Sign in'],
    ['/sign-in?callbackUrl=/resume-link', 'Sign in'],
    ['/sign-in?error=SESSION_NOT_FRESH', 'Sign in'],
    ['/sign-up', 'Create an account'],
    ['/forgot-password', 'Choose a new password'],
    ['/forgot-password?email=a@b.test&sent=true', 'Check your email'],
    ['/forgot-password?sent=true', 'Choose a new password'],
    ['/check-email?email=a@b.test', 'Check your email'],
    ['/check-email', '/sign-in'],
    ['/check-email?callbackUrl=/account/devices', '/sign-in?callbackUrl=%2Faccount%2Fdevices'],
    ['/check-email?callbackUrl=https://evil.test', '/sign-in'],
    ['/confirm-address', 'Start again'],
  ] as const)('%s shows %j to somebody who is signed out', async ([address, shown], { app }) => {
    expect(await shownAt(app, address)).toBe(shown);
  });

  it.for([
    ['/', '/account'],
    ['/sign-in', '/account'],
    ['/sign-in?callbackUrl=/account/devices', '/account/devices'],
    ['/sign-in?callbackUrl=https://evil.test', '/account'],
    ['/sign-in?error=OAuthCallback', '/account'],
    ['/sign-in?error=SESSION_NOT_FRESH&callbackUrl=/account/devices', 'Sign in'],
    ['/sign-in?error=OTHER_SIGN_IN_REQUIRED', 'Sign in'],
    ['/sign-up', '/account'],
    ['/forgot-password', 'Choose a new password'],
    ['/check-email?email=a@b.test', '/account'],
    ['/check-email', '/account'],
    ['/check-email?email=a@b.test&callbackUrl=/account/devices', '/account/devices'],
    ['/confirm-address', '/account'],
  ] as const)('%s shows %j to somebody who is signed in', async ([address, shown], { app }) => {
    const agent = await app.signInByMail('in@example.test');
    expect(await shownAt(app, address, agent)).toBe(shown);
  });

  it('show the form to a browser whose session has ended', async ({ app }) => {
    const agent = await app.signInByMail('ended@example.test');
    await app.deps.collections.sessions.deleteMany({});
    expect(await shownAt(app, '/sign-in', agent)).toBe('Sign in');
    expect(await shownAt(app, '/', agent)).toBe('/sign-in');
  });

  it('show a page for HEAD, and 404 for methods that no page has', async ({ app }) => {
    expect((await app.agent().request('/sign-up', { method: 'HEAD' })).status).toBe(200);
    expect((await app.agent().request('/sign-up', { method: 'PUT' })).status).toBe(404);
    expect((await app.agent().request('/goodbye', { method: 'POST' })).status).toBe(404);
  });
});

describe('the parameters of a signed-out page', () => {
  it('are the known ones, and all others are left out of the page', async ({ app }) => {
    const page = await pageAt(app.agent(), '/sign-in?email=a%40b.test&csrfToken=injected&utm=injected');
    expect(pageDataOf(page).address).toBe('/sign-in?email=a%40b.test');
    expect(page).not.toContain('injected');
    expect(page).toContain('value="a@b.test"');
  });

  it.for(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)//evil.test'])(
    'leave out callbackUrl=%s',
    async (callbackUrl, { app }) => {
      const query = new URLSearchParams({ callbackUrl }).toString();
      for (const path of ['/sign-in', '/sign-up', '/check-email'])
        expect(await pageAt(app.agent(), `${path}?email=a@b.test&${query}`)).not.toContain('evil.test');
    },
  );

  it('keep the path of this site in links and forms', async ({ app }) => {
    const page = await pageAt(app.agent(), '/sign-in?callbackUrl=/account/devices');
    expect(page).toContain('<input type="hidden" name="callbackUrl" value="/account/devices"/>');
    expect(page).toContain('href="/sign-up?callbackUrl=%2Faccount%2Fdevices"');
  });

  it.for(['email', 'callbackUrl', 'error', 'sent'])(
    'leave out %s when it is too long',
    async (name, { app }) => {
      const kept = `/${'x'.repeat(2000)}`;
      const long = `/${'x'.repeat(2048)}`;
      expect(await pageAt(app.agent(), `/sign-in?${name}=${kept}`)).toContain('x'.repeat(2000));
      expect(await pageAt(app.agent(), `/sign-in?${name}=${long}`)).not.toContain('x'.repeat(2000));
    },
  );

  it('show a known error with its words and the request id', async ({ app }) => {
    const address = `/sign-in?error=OAuthCallback&requestId=${REQUEST_ID}`;
    const page = textOfPage(await pageAt(app.agent(), address));
    expect(page).toContain(ERRORS.OAuthCallback.message);
    expect(page).toContain(`Code: OAuthCallback · Request: ${REQUEST_ID}`);
    const german = await app.agent().request(address, { headers: { 'accept-language': 'de' } });
    expect(textOfPage(german.text)).toContain(germanWords.errors.OAuthCallback.message);
  });

  it.for(['Nothing', '<script>alert(1)</script>', 'toString', '__proto__'])(
    'do not repeat the unknown error %j on the page',
    async (error, { app }) => {
      const page = await pageAt(app.agent(), `/sign-in?${new URLSearchParams({ error }).toString()}`);
      expect(textOfPage(page)).toContain('Unable to sign in The sign-in did not succeed.');
      expect(textOfPage(page)).not.toContain(error);
      expect(page).not.toContain('<script>alert');
    },
  );

  it.for(['x', `${REQUEST_ID}0`, REQUEST_ID.replace('b', 'g'), '"><img src=x>'])(
    'leave out the request id %j',
    async (requestId, { app }) => {
      const query = new URLSearchParams({ error: 'OAuthCallback', requestId }).toString();
      const page = await pageAt(app.agent(), `/sign-in?${query}`);
      expect(textOfPage(page)).toMatch(/Code: OAuthCallback Email address/);
      expect(pageDataOf(page).address).toBe('/sign-in?error=OAuthCallback');
    },
  );

  it('say where a session has ended, and in no other words than the known ones', async ({ app }) => {
    const page = async (where: string) =>
      textOfPage(await pageAt(app.agent(), `/sign-in?sessionEnded=${where}`));
    expect(await page('here')).not.toBe(await page('elsewhere'));
    expect(await page('nowhere')).toBe(textOfPage(await pageAt(app.agent(), '/sign-in')));
  });
});

describe('the method that a browser used last', () => {
  const lastUsedOn = async (agent: HttpAgent) =>
    (dataOfPage((await agent.request('/sign-in')).text) as { page: SignedOutPage }).page.lastUsed;
  const signOut = (app: TestApp, agent: HttpAgent) => app.client(agent).session.signOut.mutate();

  it('is on its next sign-in page, and on no page of another browser', async ({ app }) => {
    const agent = await app.signInByMail('last-used@example.test');
    await signOut(app, agent);
    expect(await lastUsedOn(agent)).toBe('email');
    expect(await lastUsedOn(app.agent())).toBeUndefined();
  });

  it('is the password after a sign-up with one, and nothing after the deletion', async ({ app }) => {
    const agent = await signUpWithPassword(app, 'last-used-password@example.test');
    await signOut(app, agent);
    expect(await lastUsedOn(agent)).toBe('password');
    const email = 'last-used-password@example.test';
    await app.client(agent).password.signIn.mutate({ email, password: PASSWORD });
    await app.client(agent).data.deleteAccount.mutate({ confirm: 'delete my account' });
    expect(await lastUsedOn(agent)).toBeUndefined();
  });

  it.for(['totp', 'nobody', '"><script>'])('is nothing for the forged cookie %j', async (value, { app }) => {
    const agent = app.agent();
    agent.cookies.set('foyer.last-used', encodeURIComponent(value));
    expect(await lastUsedOn(agent)).toBeUndefined();
  });
});
