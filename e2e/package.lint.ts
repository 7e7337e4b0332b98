import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { expect, test } from '@playwright/test';
import { publint } from 'publint';
import type { ScratchProject } from './support/packed-package.ts';

/** These find no types, because the package has only ES modules. */
const OLD_RESOLUTIONS = new Set(['node10', 'node16-cjs']);

export function describePackageLint(projectOf: () => ScratchProject): void {
  test('publint finds nothing wrong with the tarball', async () => {
    const { buffer } = new Uint8Array(await readFile(projectOf().tarball));
    const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  test('every entry of the tarball has types that match its code (are the types wrong)', async () => {
    const result = await checkPackage(
      createPackageFromTarballData(new Uint8Array(await readFile(projectOf().tarball))),
    );
    if (!result.types) throw new Error('the tarball has no types');
    expect(
      result.problems.filter(
        (problem) => !('resolutionKind' in problem && OLD_RESOLUTIONS.has(problem.resolutionKind)),
      ),
    ).toEqual([]);
    const manifest = await readFile(`${projectOf().folder}/node_modules/foyer-auth/package.json`, 'utf8');
    const { exports } = JSON.parse(manifest) as { exports: object };
    expect(Object.keys(result.entrypoints).toSorted()).toEqual(Object.keys(exports).toSorted());
  });

  test('without Node, no server entry imports a module of Node', async () => {
    const installed = `${projectOf().folder}/node_modules/foyer-auth`;
    const { imports } = JSON.parse(await readFile(`${installed}/package.json`, 'utf8')) as {
      imports: { '#fetch-as-host': { default: string } };
    };
    // Without `foyer-auth/next`, whose `handlers` need Node's http, because `fetch` cannot send a `Host`.
    for (const entry of ['server', 'express', 'hono', 'fastify']) {
      const names = new Set<string>();
      const files = [`dist/${entry}.js`];
      // The loop extends the list.
      for (const file of files) {
        const text = await readFile(`${installed}/${file}`, 'utf8');
        for (const [, name = ''] of text.matchAll(/^(?:import|export)\b.*?["']([^"']+)["'];$/gm)) {
          names.add(name);
          const next =
            name === '#fetch-as-host'
              ? imports['#fetch-as-host'].default
              : `./${new URL(name, `file:///${file}`).pathname.slice(1)}`;
          if (/^[.#]/.test(name) && !files.includes(next)) files.push(next);
        }
      }
      expect(files, entry).toContain('./dist/fetch-as-host-edge.js');
      expect([...names].filter((name) => name.startsWith('node:'))).toEqual([]);
    }
  });
}
