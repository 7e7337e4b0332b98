import { createHash } from 'node:crypto';
import { createToken } from '../src/server/crypto/secrets.ts';
import { listen } from '../src/testing/run/listen.ts';
import { expect, test } from './support/fixtures.ts';
import { identify, signInWith } from './support/flows.ts';
import { inspect } from './support/inspect.ts';
import { messagesTo } from './support/mailbox.ts';
import { serverUnderTest } from './support/server-under-test.ts';

/** A native app, which waits for the answer at its own port (RFC 8252, 7.3). */
async function startApp() {
  let noteAnswer = (_query: URLSearchParams) => {};
  const server = await listen(({ url = '' }, res) => {
    res.end('You can close this window.');
    if (url.startsWith('/callback')) noteAnswer(new URL(url, 'http://localhost').searchParams);
  });
  const redirectUri = `${server.url}/callback`;
  const { origin } = serverUnderTest();
  let verifier = '';
  let answered: Promise<URLSearchParams>;
  const post = (parameters: Readonly<Record<string, string>>) =>
    fetch(`${origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'demo-native', ...parameters }),
    });
  return {
    startUrl: () => {
      answered = new Promise((resolve) => (noteAnswer = resolve));
      verifier = createToken();
      return `${origin}/oauth/authorize?${requestOf('demo-native', redirectUri, verifier)}`;
    },
    tokens: async () => {
      const query = await answered;
      expect(Object.fromEntries(query)).toMatchObject({ state: 's1', iss: origin });
      const answer = await post({
        grant_type: 'authorization_code',
        code: query.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { readonly refresh_token: string; readonly scope: string };
    },
    refresh: (refreshToken: string) => post({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    end: server.close,
  };
}

function requestOf(client: string, redirectUri: string, verifier: string): string {
  return new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access',
    state: 's1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
}

const MAIL = /New sign-in to Barley Notes/;

test('a native app signs in after a question, is among the devices, and is signed out there', async ({
  page,
  person,
}) => {
  const app = await startApp();
  const mails = async () =>
    (await messagesTo(page.request, `${person.login}@example.test`)).filter(({ subject }) =>
      MAIL.test(subject ?? ''),
    );
  await page.goto(app.startUrl());
  await page.getByRole('button', { name: 'Continue with Demo One' }).click();
  await identify(page, person.login);
  await expect(page.getByRole('heading', { name: 'Continue to Barley Notes?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(`${person.login}@`)).toBeVisible();
  await inspect(page, 'continue');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('You can close this window.')).toBeVisible();
  await app.tokens();
  await expect.poll(async () => (await mails()).length).toBe(1);

  // It asks every time, but sends a mail only the first time.
  await page.goto(app.startUrl());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('http://127.0.0.1:*/callback?*');
  const { refresh_token: refreshToken, scope } = await app.tokens();
  expect(scope).toBe('openid profile email offline_access');
  expect(await mails()).toHaveLength(1);

  await page.goto('/account/activity');
  const signIns = page.getByRole('listitem').filter({ hasText: 'Signed in to Barley Notes' });
  await expect(signIns.filter({ hasText: 'This device' })).toHaveCount(2);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 360, height: 740 });
  const notMe = await page.getByRole('link', { name: /^Wasn/ }).first().boundingBox();
  expect(notMe?.height, 'a finger hits it').toBeGreaterThanOrEqual(44);
  await page.setViewportSize({ width, height });
  await page.goto('/account/devices');
  const signOut = page.getByRole('button', { name: 'Sign out Barley Notes · Chrome on Linux' });
  await expect(signOut).toHaveCount(2);
  await inspect(page, 'devices-apps');
  const refreshed = await app.refresh(refreshToken);
  const { refresh_token: next } = (await refreshed.json()) as { refresh_token: string };
  await signOut.first().click();
  await expect(page.getByText('Barley Notes · Chrome on Linux is signed out.')).toBeVisible();
  await signOut.click();
  await expect(signOut).toHaveCount(0);
  const refused = await app.refresh(next);
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'invalid_grant' }),
  ]);
  await app.end();
});

test('an app with a scheme of its own leaves the page, and an unknown app gets an explanation @all', async ({
  page,
  person,
}) => {
  await signInWith(page, 'Demo One', person.login);
  const request = requestOf('pocket-notes', 'com.example.pocket:/signed-in', createToken());
  await page.goto(`/oauth/authorize?${request}`);
  await expect(page.getByText('com.example.pocket')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Go back to Pocket Notes' })).toBeVisible();
  await inspect(page, 'continue-opened');
  await page.goto(`/continue?${request.replace('pocket-notes', 'somebody')}`);
  await expect(page.getByRole('heading', { name: 'This sign-in cannot go on' })).toBeVisible();
  await inspect(page, 'continue-unknown');
});
