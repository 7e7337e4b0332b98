import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Adapter } from '@auth/core/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { createAdapter } from './adapter.ts';
import { createFlowState } from './flow-state.ts';
import { anAuthRequest } from '../../testing/providers/auth-requests.ts';

const LOGIN = 'actions/callback/handle-login.js';
const CALLBACK = 'actions/callback/index.js';
const SESSION = 'actions/session.js';
const MAIL = 'actions/signin/send-token.js';
/** For WebAuthn. Foyer does not use Auth.js for it. */
const WEBAUTHN = 'utils/webauthn-utils.js';
const LOGGED_IN_USER = 'utils/session.js';

/** Where `@auth/core` 0.41 calls the adapter methods that our configuration reaches: database sessions, email, OAuth. */
const REACHED = {
  createUser: [LOGIN],
  getUserByEmail: [CALLBACK, LOGIN, MAIL],
  getUserByAccount: [CALLBACK, LOGIN],
  updateUser: [LOGIN],
  linkAccount: [LOGIN],
  createSession: [LOGIN],
  getSessionAndUser: [LOGIN, SESSION, LOGGED_IN_USER],
  updateSession: [SESSION],
  deleteSession: [LOGIN, SESSION, 'actions/signout.js'],
  createVerificationToken: [MAIL],
  useVerificationToken: [CALLBACK],
} as const satisfies Partial<Record<keyof Adapter, readonly string[]>>;

/** The other methods. */
const NOT_REACHED: Readonly<Record<Exclude<keyof Adapter, keyof typeof REACHED>, readonly string[]>> = {
  // For sessions in a signed cookie, and for WebAuthn.
  getUser: [LOGIN, WEBAUTHN],
  // For WebAuthn.
  getAccount: [WEBAUTHN],
  getAuthenticator: [WEBAUTHN],
  createAuthenticator: [CALLBACK],
  listAuthenticatorsByUserId: [WEBAUTHN],
  updateAuthenticatorCounter: [WEBAUTHN],
  // Nowhere.
  deleteUser: [],
  unlinkAccount: [],
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('the core of Auth.js', () => {
  it('calls each adapter method as decision 001 says', async () => {
    const lib = path.join(path.dirname(fileURLToPath(import.meta.resolve('@auth/core'))), 'lib');
    const files = (await readdir(lib, { recursive: true })).filter((file) => file.endsWith('.js'));
    const callers = { ...REACHED, ...NOT_REACHED };
    const found: Record<string, string[]> = Object.fromEntries(
      Object.keys(callers).map((method) => [method, []]),
    );
    for (const file of files.toSorted()) {
      const text = await readFile(path.join(lib, file), 'utf8');
      for (const [method, calling] of Object.entries(found))
        if (new RegExp(`\\b${method}(?:\\?\\.)?\\(`).test(text)) calling.push(file.replaceAll('\\', '/'));
    }
    const expected = Object.entries(callers).map(([method, each]) => [method, each.toSorted()]);
    expect(found).toEqual(Object.fromEntries(expected));
  });
});

describe('our adapter', () => {
  it('has exactly the methods that our configuration calls', () => {
    const adapter = createAdapter(app.deps, anAuthRequest(), createFlowState(null));
    expect(Object.keys(adapter).toSorted()).toEqual(Object.keys(REACHED).toSorted());
  });
});
