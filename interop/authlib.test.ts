import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import {
  CALLBACK,
  CLIENT_ID,
  CLIENT_SECRET,
  signedInBrowser,
  SITE,
  SITE_PORT,
  testWithClient,
} from './clients-of-foyer.ts';
import { skipWithout } from './skip-without.ts';
import { startProgram } from './start-program.ts';

const it = testWithClient('confidential');
const PROGRAM = fileURLToPath(new URL('authlib_site.py', import.meta.url));

describe('Authlib of Debian, with Flask', () => {
  it('signs a person in, checks the ID token, and reads the userinfo', async ({ app, skip }) => {
    skipWithout({ skip }, 'authlib');
    await startProgram('/usr/bin/python3', [PROGRAM], {
      port: SITE_PORT,
      environment: { ISSUER: app.origin, CLIENT_ID, CLIENT_SECRET, CALLBACK, PORT: String(SITE_PORT) },
    });
    const email = 'authlib@example.test';
    await using browser = await signedInBrowser(app, email);
    const profile = await browser.get(`${SITE}/profile`);
    expect(profile.status()).toBe(200);
    expect(await profile.json()).toMatchObject({
      idToken: { iss: app.origin, aud: CLIENT_ID, email },
      userinfo: { email },
    });
  });
});
