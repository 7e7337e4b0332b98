import { describe, expect, it } from 'vitest';
import { parseSource } from './read-sources.ts';
import { signInPaths } from './sign-in-paths.ts';

const ROUTER = 'src/server/trpc/routers/session.ts';
const COMPLETE = `import { completeSignIn } from '../../domain/sign-in/complete.ts';`;

function waysOf(sources: Readonly<Record<string, string>>): string[] {
  return signInPaths(Object.entries(sources).map(([path, text]) => parseSource({ path, text })));
}

// `all-sign-in-paths.test.ts` shows that it finds every form of the product. These are other forms.
describe('the list of the sign-in paths', () => {
  it.each<[string, Readonly<Record<string, string>>, string[]]>([
    [
      'a procedure that passes such a function on',
      {
        [ROUTER]: `${COMPLETE} export const sessionRouter = router({ magic: procedure.mutation(completeSignIn) });`,
      },
      [`${ROUTER} sessionRouter.magic`],
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
  ])('with %s', (_what, sources, ways) => {
    expect(waysOf(sources)).toEqual(ways);
  });
});
