import { createHash } from 'node:crypto';
import { request, type APIRequestContext } from '@playwright/test';
import { checkConfiguration } from '../src/server/configuration/check-configuration.ts';
import { defineFoyer } from '../src/shared/foyer-config.ts';
import { testWith } from '../src/testing/app/fixture.ts';
import { freePorts } from '../src/testing/run/free-ports.ts';
import type { TestApp } from '../src/testing/app/test-app.ts';

export const CLIENT_ID = 'site';
export const CLIENT_SECRET = 'a-secret-as-the-command-makes-it-long-enough';
export const SITE_PORT = await freePorts(1);
export const SITE = `http://localhost:${SITE_PORT}`;
export const CALLBACK = `${SITE}/callback`;

/** Tests with an app in which an operator has declared the site as a client. */
export function testWithClient(kind: 'public' | 'confidential') {
  const client = { name: 'Site', redirects: [CALLBACK] };
  const secretHashes = [createHash('sha256').update(CLIENT_SECRET).digest('base64url')];
  return testWith({
    configuration: checkConfiguration(
      defineFoyer({
        clients: { [CLIENT_ID]: kind === 'public' ? client : { ...client, secretHashes } },
      }),
    ),
  });
}

/** The cookies of a browser that is signed in at Foyer. All ports of the host share them. */
export async function cookiesOf(app: TestApp, email: string) {
  const { cookies } = await app.signInByMail(email);
  const attributes = { path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const;
  return [...cookies].map(([name, value]) => ({ name, value, domain: 'localhost', ...attributes }));
}

/** A browser without scripts that is signed in at Foyer. It follows redirects to the site and back. */
export async function signedInBrowser(app: TestApp, email: string): Promise<APIRequestContext> {
  return request.newContext({
    extraHTTPHeaders: { accept: 'text/html' },
    storageState: { cookies: await cookiesOf(app, email), origins: [] },
  });
}
