import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { EdgeVM } from '@edge-runtime/vm';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect } from 'vitest';
import { testWith } from '../../../src/testing/app/fixture.ts';
import { sessionBehindProxy } from '../../../src/testing/sign-in/session-behind-proxy.ts';

const ORIGIN = 'https://example.test';
const it = testWith({ settings: { origin: ORIGIN, trustProxy: 1 } });
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let edge: EdgeVM;
let builtins: string[];
beforeAll(async () => {
  const imported = new Set<string>();
  const build = await rolldown({
    input: fileOf('../server.ts'),
    platform: 'neutral',
    resolve: {
      mainFields: ['module', 'main'],
      // The package's `imports` choose it without Node.
      alias: { './fetch-as-host.ts': fileOf('fetch-as-host-edge.ts') },
    },
    external: (id) => isBuiltin(id) && imported.add(id).size > 0,
  });
  const { output } = await build.generate({ format: 'iife', name: 'foyer' });
  await build.close();
  builtins = [...imported];
  edge = new EdgeVM({ initialCode: `${output[0].code}; globalThis.foyer = foyer;` });
  edge.evaluate(`const platformFetch = fetch;
    globalThis.fetch = (url, init) => init.redirect === 'error' ? Promise.reject(new TypeError('redirect')) : platformFetch(url, init);`);
});

/** Runs code in the edge runtime, with the module `foyer` and its arguments `args`. */
function evaluate(code: string, args: Record<string, unknown>): Promise<unknown> {
  return edge.evaluate(`(async (args) => { ${code} })(${JSON.stringify(args)})`) as Promise<unknown>;
}

describe('the entry for servers in an edge runtime', () => {
  it('imports no module of Node', () => {
    expect(builtins).toEqual([]);
  });

  it('reads the session, calls in the person’s name and checks a token, through a Foyer that trusts it as a proxy', async ({
    app,
  }) => {
    const args = {
      cookie: `__Host-foyer.session=${await sessionBehindProxy(app)}`,
      options: { url: `http://localhost:${app.deps.settings.port}`, origin: ORIGIN },
    };
    const session = await evaluate(
      `const request = new Request('https://example.test/orders', { method: 'POST', headers: { cookie: args.cookie } });
       const client = foyer.clientFor(request, args.options);
       await client.profile.update.mutate({ name: 'Edge' });
       const { token } = await client.session.token.query({ audience: 'https://reports.example.test' });
       const claims = await foyer.verifySessionToken(token, { ...args.options, audience: 'https://reports.example.test' });
       const { user } = await foyer.getSession(request, args.options);
       const { code } = await foyer.verifyAccessToken(token, { issuer: args.options.origin, url: args.options.url, audience: 'https://reports.example.test' })
         .catch((error) => error);
       return { name: user.name, isSame: claims.sub === user.id, code };`,
      args,
    );
    expect(session).toEqual({ name: 'Edge', isSame: true, code: 'ACCESS_TOKEN_INVALID' });
  });

  it('refuses a change of a foreign origin, and answers it as a Response', async () => {
    const code = `const request = new Request('https://example.test/orders', {
        method: 'POST', headers: { cookie: '__Host-foyer.session=a', 'sec-fetch-site': 'cross-site' },
      });
      const error = await foyer.getSession(request, { url: 'https://example.test' }).catch((error) => error);
      const answer = foyer.toErrorResponse(error);
      return [answer.status, (await answer.json()).error.data.appCode];`;
    expect(await evaluate(code, {})).toEqual([403, 'FOREIGN_ORIGIN']);
  });
});
