import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { decodeJwt, SignJWT, type JWTPayload } from 'jose';
import { describe, expect } from 'vitest';
import { currentSigningKey } from '../src/server/domain/sessions/signing-keys.ts';
import { it } from '../src/testing/app/fixture.ts';
import type { TestApp } from '../src/testing/app/test-app.ts';
import { folderOfFile } from '../src/testing/run/temporary-folder.ts';
import { makeToken } from '../src/testing/users/access-tokens.ts';
import type { Software } from './install.ts';
import { skipWithout } from './skip-without.ts';

const AUDIENCE = 'https://api.example.test';
const exampleOf = (file: string) => fileURLToPath(new URL(`../examples/${file}`, import.meta.url));

interface Language {
  readonly software: Software;
  readonly command: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
}

// Debian's Go finds Debian's packages without modules.
const GO = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: folderOfFile(), GOFLAGS: '' };
const LANGUAGES: Readonly<Record<string, Language>> = {
  // Debian's Python has Debian's packages.
  Python: { software: 'python', command: ['/usr/bin/python3', '-W', 'error', exampleOf('python/me.py')] },
  Go: { software: 'go', command: ['go', 'run', exampleOf('go/me.go')], environment: GO },
  Ruby: { software: 'ruby', command: ['/usr/bin/ruby', '-W', exampleOf('ruby/me.rb')] },
};

async function runExample(
  { command: [program, ...args], environment }: Language,
  { app, token, more = {} }: { app: TestApp; token: string; more?: Readonly<Record<string, string>> },
) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, FOYER_URL: app.origin, AUDIENCE, ...environment, ...more };
  const child = spawn(program, args, { env });
  child.stdin.end(`${token}\n`);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number];
  const [stdout, stderr] = await said;
  return { code, stdout, stderr };
}

async function sign(app: TestApp, claims: JWTPayload, typ: string): Promise<string> {
  const { kid, privateKey } = await currentSigningKey(app.deps, 'EdDSA');
  return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ, kid }).sign(privateKey);
}

describe.each(Object.entries(LANGUAGES))('the example in %s', (_name, language) => {
  it('knows whose session token it gets, calls with an access token, and refuses every other token', async ({
    app,
    skip,
  }) => {
    skipWithout({ skip }, language.software);
    const browser = await app.signInByMail('ada@example.test');
    const { session } = app.client(browser);
    const id = (await session.get.query())?.user.id;
    const { token } = await session.token.query({ audience: AUDIENCE });
    const { token: accessToken } = await makeToken(app, browser);
    const more = { FOYER_TOKEN: accessToken };
    expect(await runExample(language, { app, token, more })).toEqual({
      code: 0,
      stdout: `The token is of ada@example.test, whose id is ${id}.\nThe access token is of ada@example.test.\n`,
      stderr: '',
    });

    const claims = decodeJwt(token);
    const refused = {
      nothing: '',
      'another audience': await sign(app, { ...claims, aud: 'https://other.test' }, 'foyer-session+jwt'),
      'another issuer': await sign(app, { ...claims, iss: 'https://other.test' }, 'foyer-session+jwt'),
      'a token that has expired': await sign(
        app,
        { ...claims, exp: 1_800_000_000 - 10 ** 9 },
        'foyer-session+jwt',
      ),
      'an access token of a client': await sign(app, claims, 'at+jwt'),
      'another use': await sign(app, { ...claims, token_use: 'access' }, 'foyer-session+jwt'),
      'a changed signature': `${token.slice(0, -4)}AAAA`,
    };
    const codes: Record<string, number> = {};
    for (const [what, other] of Object.entries(refused))
      codes[what] = (await runExample(language, { app, token: other })).code;
    expect(codes).toEqual(Object.fromEntries(Object.keys(refused).map((what) => [what, 1])));
    const wrong = { FOYER_TOKEN: 'foyer_pat_nonsense' };
    expect(await runExample(language, { app, token, more: wrong })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Refused: ACCESS_TOKEN_INVALID\n') as string,
    });
  });
});
