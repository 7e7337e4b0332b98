import { describe, expect, it } from 'vitest';
import { parseSource } from './read-sources.ts';
import { signInPaths } from './sign-in-paths.ts';

const ROUTER = 'src/server/trpc/routers/session.ts';
const COMPLETE = `import { completeSignIn } from '../../domain/sign-in/complete.ts';`;

function waysOf(sources: Readonly<Record<string, string>>): string[] {
  return signInPaths(Object.entries(sources).map(([path, text]) => parseSource({ path, text })));
}

describe('the list of the sign-in paths', () => {
  it.each<[string, Readonly<Record<string, string>>, string[]]>([
    [
      'a procedure that makes a session',
      {
        [ROUTER]: `${COMPLETE} export const sessionRouter = router({ magic: procedure.mutation(() => completeSignIn()) });`,
      },
      [`${ROUTER} sessionRouter.magic`],
    ],
    [
      'a procedure that does so by a function of another file',
      {
        'src/server/trpc/a.ts': `import { completeSignIn } from '../domain/sign-in/complete.ts';
          export async function finish() { return completeSignIn(); }`,
        [ROUTER]: `import { finish } from '../a.ts';
          export const sessionRouter = router({ magic: procedure.mutation(async () => { await finish(); }), other: procedure.query(() => 1) });`,
      },
      [`${ROUTER} sessionRouter.magic`],
    ],
    [
      'a procedure that passes such a function on',
      {
        [ROUTER]: `${COMPLETE} export const sessionRouter = router({ magic: procedure.mutation(completeSignIn) });`,
      },
      [`${ROUTER} sessionRouter.magic`],
    ],
    [
      'a form that calls such a procedure',
      {
        [ROUTER]: `${COMPLETE} export const sessionRouter = router({ magic: procedure.mutation(() => completeSignIn()) });`,
        'src/server/pages/forms.ts': `export const FORMS = { '/magic': { async send(caller) { await caller.session.magic({}); } } };`,
      },
      ['src/server/pages/forms.ts FORMS./magic.send', `${ROUTER} sessionRouter.magic`],
    ],
    [
      'a method that Auth.js calls',
      {
        'src/server/auth/adapter.ts': `import { verifySession } from '../domain/sign-in/reauthentication.ts';
          export function createAdapter() { const methods = { async createSession() { await verifySession(); } }; return methods; }`,
      },
      ['src/server/auth/adapter.ts createAdapter.createSession'],
    ],
    [
      'a route of the application',
      {
        'src/server/app.ts': `import { createAccessToken } from './domain/tokens/access-tokens.ts';
          async function answer() { await createAccessToken(); } export const app = express(); app.post('/token', answer);`,
      },
      ['src/server/app.ts the module'],
    ],
    [
      'a function of the same name elsewhere',
      { 'src/server/a.ts': `function completeSignIn() {} completeSignIn();` },
      [],
    ],
    [
      'a test',
      {
        'src/server/a.test.ts': `import { completeSignIn } from './domain/sign-in/complete.ts'; completeSignIn();`,
      },
      [],
    ],
  ])('with %s', (_what, sources, ways) => {
    expect(waysOf(sources)).toEqual(ways);
  });
});
