import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ENTRIES, measureEntries } from './package-build.ts';
import { readPackageSizes } from './package-sizes.ts';
import { renderEvents, renderProcedures } from './package-types.ts';

it('the package’s types are the router’s: `npm run package:types` has been run', async () => {
  const written = await readFile(new URL('../package/src/procedures.ts', import.meta.url), 'utf8');
  expect(written).toBe(await renderProcedures());
});

it('the package’s types of events are those of the schemas: `npm run package:types` has been run', async () => {
  const written = await readFile(new URL('../package/src/events.ts', import.meta.url), 'utf8');
  expect(written).toBe(await renderEvents());
});

it('docs/app.md has the sizes of the sources: `npm run docs:package-sizes` has been run', async () => {
  const stated = await readPackageSizes();
  expect(stated.map(({ entry }) => entry)).toEqual([...ENTRIES]);
  for (const { entry, alone, withDependencies } of await measureEntries()) {
    const said = stated.find((each) => each.entry === entry);
    // Compression differs by some bytes from one version of zlib to the next, and updates of dependencies change little.
    expect(Math.abs((said?.alone ?? 0) - alone), `${entry} alone`).toBeLessThan(500);
    expect(Math.abs((said?.withDependencies ?? 0) - withDependencies), `${entry} with all`).toBeLessThan(
      1000,
    );
  }
});
