import { join } from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import type { Scope } from '../src/shared/scopes.ts';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { apiClient } from './support/access-token.ts';
import { endShell, installExample, startShell } from './support/example-commands.ts';
import type { ScratchProject } from './support/packed-package.ts';

/** The same API in each framework. */
const EXAMPLES = ['express-api', 'hono', 'fastify'] as const;

export interface ExampleSurroundings {
  readonly project: ScratchProject;
  /** Foyer's public origin and its own address. */
  readonly origin: string;
  readonly foyerUrl: string;
  start(args: readonly string[], environment: Record<string, string>, url: string): Promise<void>;
  makeToken(request: APIRequestContext, email: string, scopes: Scope[]): Promise<string>;
}

export function describeServerExamples(surroundings: () => ExampleSurroundings): void {
  for (const name of EXAMPLES)
    test(`the example ${name} reads the session, changes the name, and refuses foreign pages${name === 'express-api' ? '' : ' @all'}`, async ({
      playwright,
    }) => {
      const { project, origin, foyerUrl, start, makeToken } = surroundings();
      const port = String(await freePorts(1));
      const api = `http://localhost:${port}`;
      const program = join(project.folder, `out/examples/${name}/server.js`);
      await start([program], { PORT: port, FOYER_URL: foyerUrl, FOYER_ORIGIN: origin }, api);
      // Cookies do not depend on the port, so the API gets Foyer's session.
      const request = await playwright.request.newContext({ baseURL: origin });
      const email = `${name}@example.com`;
      const token = await makeToken(request, email, ['profile:read']);
      expect((await fetch(`${api}/api/me`)).status).toBe(401);
      const withToken = await fetch(`${api}/api/me`, { headers: { authorization: `Bearer ${token}` } });
      expect(await withToken.json()).toEqual({ id: expect.any(String), email });
      expect(await (await request.get(`${api}/api/me`)).json()).toMatchObject({ email });

      const rename = (data: object, headers: Record<string, string>) =>
        request.post(`${api}/api/name`, { data, headers });
      expect((await rename({ name: 'Ada' }, { origin: api })).status()).toBe(200);
      const refused = await rename({ name: 'Mallory' }, { origin: 'https://evil.example' });
      expect(refused.status()).toBe(403);
      expect(await refused.json()).toMatchObject({ error: { data: { appCode: 'FOREIGN_ORIGIN' } } });
      expect((await apiClient(request, origin).session.get.query())?.user.name).toBe('Ada');

      const payouts = await request.get(`${api}/api/payouts`, {
        headers: { accept: 'text/html' },
        maxRedirects: 0,
      });
      expect(payouts.status()).toBe(303);
      expect(payouts.headers()['location']).toBe(
        `${origin}/verify?level=2&callbackUrl=${encodeURIComponent(`${api}/api/payouts`)}`,
      );
      await request.dispose();
    });

  // `create-app.spec.ts` installs the Express example.
  for (const name of ['hono', 'fastify'])
    test(
      `the example ${name} runs in an empty folder, by the commands of its README`,
      { tag: '@all' },
      async ({ playwright }) => {
        const { project, origin, foyerUrl, makeToken } = surroundings();
        const example = await installExample(name, project.tarball);
        const request = await playwright.request.newContext({ baseURL: origin });
        const port = String(await freePorts(1));
        const api = startShell(example.commands[0] ?? '', example.folder, {
          PORT: port,
          FOYER_URL: foyerUrl,
          FOYER_ORIGIN: origin,
        });
        try {
          const email = `${name}-folder@example.com`;
          const [accepted, other] = [
            await makeToken(request, email, ['profile:read']),
            await makeToken(request, email, ['sessions:read']),
          ];
          const statusWith = async (token: string) => {
            const headers = { authorization: `Bearer ${token}` };
            return (await fetch(`http://localhost:${port}/api/me`, { headers })).status;
          };
          await expect(async () => expect(await statusWith(accepted)).toBe(200)).toPass({ timeout: 20_000 });
          expect(await statusWith(other)).toBe(403);
        } finally {
          await endShell(api);
          await request.dispose();
          await example.remove();
        }
      },
    );
}
