import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect } from 'vitest';
import { makeToken } from '../src/testing/users/access-tokens.ts';
import { it } from '../src/testing/app/fixture.ts';
import { folderOfTest } from '../src/testing/run/temporary-folder.ts';
import { skipWithout } from './skip-without.ts';

/** The used part of the package, which only this suite installs. */
interface SwaggerTypescriptApi {
  generateApi(options: object): Promise<unknown>;
}

const PACKAGE: string = 'swagger-typescript-api';
const COMPILER = fileURLToPath(new URL('../node_modules/typescript-7/bin/tsc', import.meta.url));
const COMPILED = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'esnext'];
const RESOLVED = ['--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable', '--types', ''];

/** The marked line must not compile. */
const USE = `
import { Api } from './foyer';

export async function use(origin: string, token: string): Promise<[string | undefined, number]> {
  const { trpc } = new Api({ baseUrl: origin, baseApiParams: { headers: { authorization: 'Bearer ' + token } } });
  const session = await trpc.sessionGet();
  // @ts-expect-error
  await trpc.activityList({ limit: 'many' }).catch(() => {});
  const listed = await trpc.activityList({ limit: 1 });
  return [session.data.result.data?.user.email ?? undefined, listed.data.result.data.events.length];
}
`;

describe('swagger-typescript-api', () => {
  it('generates a client from /openapi.json that compiles and calls', async ({ app, skip }) => {
    skipWithout({ skip }, 'npm packages');
    const { generateApi } = (await import(PACKAGE)) as SwaggerTypescriptApi;
    const folder = folderOfTest();
    const document = path.join(folder, 'openapi.json');
    await writeFile(document, (await app.agent().request('/openapi.json')).text);
    await generateApi({ input: document, output: folder, fileName: 'foyer.ts', silent: true });
    const use = path.join(folder, 'use.ts');
    await writeFile(use, USE);
    const args = [COMPILER, ...COMPILED, ...RESOLVED, use];
    const faults = await promisify(execFile)(process.execPath, args, { cwd: folder }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(faults).toBe('');

    const outfile = path.join(folder, 'use.mjs');
    await build({ entryPoints: [use], bundle: true, format: 'esm', outfile, logLevel: 'silent' });
    const client = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
      use(origin: string, token: string): Promise<unknown>;
    };
    const email = 'swagger@example.test';
    const agent = await app.signInByMail(email);
    const { token } = await makeToken(app, agent);
    expect(await client.use(app.origin, token)).toEqual([email, 1]);
  });
});
