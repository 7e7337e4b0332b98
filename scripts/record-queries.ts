/**
 * `npm run queries:record [test files]`: runs the tests of the server, notes the shape of each query that they make the server send, and writes
 * `src/testing/queries/query-shapes.json`. With files, their shapes are added to those that the file has.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { collectionsOf } from '../src/server/database/collections.ts';
import { readCallSites, type CallSite } from '../src/testing/queries/call-sites.ts';
import type { QueryShape } from '../src/testing/queries/query-shape.ts';
import type { RecordedQuery } from '../src/testing/queries/query-recorder.ts';
import { keyOfShape, readRecordedShapes, RECORD_FILE } from '../src/testing/queries/recorded-queries.ts';

/** Tests that kill the server repeat queries of other tests thousands of times. */
const SLOW = ['**/*kill*', '**/openapi/**', '**/races.test.ts'];

async function runTests(files: readonly string[], recordFile: string): Promise<void> {
  const args = [
    'vitest',
    'run',
    '--project',
    'server',
    ...files,
    ...SLOW.flatMap((each) => ['--exclude', each]),
  ];
  const child = spawn('npx', args, {
    stdio: 'inherit',
    env: { ...process.env, FOYER_RECORD_QUERIES: recordFile },
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  // A test that fails has sent its queries, too. The run says which one it was.
  if (code !== 0) console.error('Some tests failed.');
}

/** The call site of a place. A library calls the driver at a place that is none: its site has the name of the file. */
function siteOf(place: string, sites: ReadonlyMap<string, readonly CallSite[]>): string {
  const [, file = '', line = '', method = ''] = /^(.*):(\d+) (\w+)$/.exec(place) ?? [];
  const near = (sites.get(file) ?? [])
    .filter((site) => site.method === method)
    .map((site) => ({ site, distance: Math.abs(site.line - Number(line)) }))
    .toSorted((one, other) => one.distance - other.distance)[0];
  return near && near.distance <= 3 ? near.site.name : `${file.slice('src/server/'.length)} by a library`;
}

/** One line for each shape, in an order that does not change. */
function textOf(found: ReadonlyMap<string, ReadonlyMap<string, QueryShape>>): string {
  const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
    one < other ? -1 : 1;
  const sites = [...found].toSorted(byKey).map(([site, shapes]) => {
    const lines = [...shapes].toSorted(byKey).map(([, shape]) => `    ${JSON.stringify(shape)}`);
    return `  ${JSON.stringify(site)}: [\n${lines.join(',\n')}\n  ]`;
  });
  return `{\n${sites.join(',\n')}\n}\n`;
}

/** The names of the product's collections. Tests have others of their own. The client never connects. */
function namesOfCollections(): ReadonlySet<string> {
  const collections = collectionsOf(new MongoClient('mongodb://localhost').db());
  return new Set(Object.values(collections).map(({ collectionName }) => collectionName));
}

async function record(files: readonly string[], given: string | undefined): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-queries-'));
  try {
    const file = given ?? path.join(folder, 'queries.jsonl');
    if (given === undefined)
      await runTests(files.length > 0 ? files : ['src/server', 'src/testing/operations'], file);
    const sites = await readCallSites();
    const names = new Set([...sites.values()].flat().map(({ name }) => name));
    const found = new Map<string, Map<string, QueryShape>>();
    const collections = namesOfCollections();
    const add = (site: string, shape: QueryShape) => {
      if (!collections.has(shape.collection)) return;
      const shapes = found.get(site) ?? new Map<string, QueryShape>();
      found.set(site, shapes);
      const before = shapes.get(keyOfShape(shape));
      if (before === undefined || (before.limit ?? 0) < (shape.limit ?? 0))
        shapes.set(keyOfShape(shape), shape);
    };
    if (files.length > 0) {
      for (const [site, shapes] of Object.entries(readRecordedShapes()))
        if (names.has(site) || site.endsWith(' by a library')) for (const shape of shapes) add(site, shape);
    }
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      if (line === '') continue;
      const { place, shape } = JSON.parse(line) as RecordedQuery;
      add(siteOf(place, sites), shape);
    }
    await writeFile(RECORD_FILE, textOf(found));
    const count = [...found.values()].reduce((sum, shapes) => sum + shapes.size, 0);
    console.log(`${count} shapes of ${found.size} call sites`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await record(process.argv.slice(2), process.env['FOYER_RECORDED_QUERIES']);
