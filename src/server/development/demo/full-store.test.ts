import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formOf } from '../../../testing/app/http-browser.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';

const CALLBACK = 'http://localhost:3999/auth/callback/test-provider';
const MOST = 4;

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider({ mostOfAKind: MOST });
});
afterAll(() => idp.close());

function startSignIn() {
  const verifier = `${randomUUID()}${randomUUID()}`;
  const url = new URL(`${idp.issuer}/auth`);
  url.search = new URLSearchParams({
    client_id: idp.settings.clientId,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return { url: url.href, verifier };
}

/** Redeems the callback's code, requests the user info, and returns the subject. */
async function finish(callback: string, verifier: string): Promise<string> {
  const { clientId, clientSecret } = idp.settings;
  const answer = await fetch(`${idp.issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa([clientId, clientSecret].map((part) => encodeURIComponent(String(part))).join(':'))}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(callback).searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const person = await fetch(`${idp.issuer}/me`, { headers: { authorization: `Bearer ${token}` } });
  return ((await person.json()) as { sub: string }).sub;
}

async function signInMany(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { url, verifier } = startSignIn();
    expect(await finish(await idp.signIn(url, { login: `other${index}` }), verifier)).toBe(`other${index}`);
  }
}

it('finishes a waiting sign-in after many more sign-ins than the store can hold', async () => {
  const browser = idp.browser();
  const { url, verifier } = startSignIn();
  const page = await browser.open(url);
  if ('leavesTo' in page) throw new Error('the provider did not ask');

  await signInMany(3 * MOST);

  const { action, fields } = formOf(page);
  fields.set('action', 'sign-in');
  fields.set('login', 'patient');
  const result = await browser.open(action, fields);
  expect(await finish('leavesTo' in result ? result.leavesTo : '', verifier)).toBe('patient');
});

it('redeems a code after other sign-ins', async () => {
  const { url, verifier } = startSignIn();
  const callback = await idp.signIn(url, { login: 'late' });

  await signInMany(MOST - 1);

  expect(await finish(callback, verifier)).toBe('late');
});
