import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeSpansOf, PROJECT, readDocuments } from './markdown.ts';

const TOP_FOLDERS = [
  'src',
  'docs',
  'scripts',
  'bench',
  'e2e',
  'examples',
  'interop',
  'package',
  '.github',
] as const;
/** Paths from the top of the project: `src/server/app.ts`, `src/client`. */
const FROM_TOP = new RegExp(
  `^(?:${TOP_FOLDERS.map((name) => name.replace('.', '\\.')).join('|')})/[\\w./-]+$`,
);
/** A source file by its name, or by the end of its path: `sign-in/complete.ts`. */
const SOURCE_FILE = /^[\w./-]+\.tsx?$/;

async function readPaths(): Promise<Set<string>> {
  const listed = await Promise.all(
    TOP_FOLDERS.map(async (folder) => [
      folder as string,
      ...(await readdir(path.join(PROJECT, folder), { recursive: true })).map((file) =>
        path.join(folder, file),
      ),
    ]),
  );
  return new Set([...listed.flat(), ...(await readdir(PROJECT))]);
}

const documents = await readDocuments();
const paths = await readPaths();
const allPaths = [...paths];

function isThere(code: string): boolean {
  const name = code.replace(/\/$/, '');
  if (FROM_TOP.test(code)) return paths.has(name);
  return allPaths.some((file) => file === name || file.endsWith(`/${name}`));
}

describe('paths in documents', () => {
  it('are told from other code', () => {
    expect(
      ['src/server', 'complete.ts', 'sign-in/complete.ts', 'package/src/client.ts'].map(isThere),
    ).toEqual(Array.from({ length: 4 }, () => true));
    expect(['src/nothing', 'nothing.ts', 'omplete.ts', 'src/complete.ts'].map(isThere)).toEqual(
      Array.from({ length: 4 }, () => false),
    );
  });

  it.each(documents)('of $file exist', ({ text }) => {
    const named = codeSpansOf(text).filter((code) => FROM_TOP.test(code) || SOURCE_FILE.test(code));
    expect(named.filter((code) => !isThere(code))).toEqual([]);
  });
});
