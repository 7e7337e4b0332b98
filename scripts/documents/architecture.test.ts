import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { withImportRules } from '../architecture-doc.ts';
import { PROJECT, readDocument, tableRows } from './markdown.ts';

const { text } = await readDocument('docs/architecture.md');
const withoutBackticks = (cell: string) => cell.replaceAll('`', '');

/** The folders whose own folders the tree has, each with a line. */
const OPENED = [
  'src',
  'src/shared',
  'src/server',
  'src/server/domain',
  'src/client',
  'src/locales',
  'src/testing',
];
/** What the tree shows of deeper folders. */
const DEEPER = ['src/server/database/embedded', 'src/server/database/migrations', 'src/server/trpc/routers'];

/** The paths of the tree, from its indentation. */
function readTree(): string[] {
  const [, tree = ''] = /^```text\n([\s\S]*?)^```/m.exec(text) ?? [];
  const folders: string[] = [];
  return tree
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, indentation = '', name = ''] = /^( *)([\w-]+)\/(?: |$)/.exec(line) ?? [];
      const depth = indentation.length / 2;
      folders.splice(depth, folders.length, name);
      return folders.join('/');
    });
}

async function foldersOf(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(PROJECT, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => path.join(folder, name));
}

/** Whether the source defines `name`: a function, a constant, or a property such as a procedure of a router. */
function defines(source: string, name: string): boolean {
  return [
    new RegExp(`^(?:export )?(?:async )?function ${name}\\b`, 'm'),
    new RegExp(`^(?:export )?const ${name}\\b`, 'm'),
    new RegExp(`^ {2}(?:'${name}'|${name}):`, 'm'),
  ].some((pattern) => pattern.test(source));
}

/** The files that the document follows a call through, each with the function: `file` → `name`. */
function readSteps(): { file: string; name: string }[] {
  const steps = text.matchAll(/`(src\/[\w./-]+\.tsx?)`\s+→\s+`(\w+)`/g);
  return [...steps].map(([, file = '', name = '']) => ({ file, name }));
}

describe('the tree in docs/architecture.md', () => {
  it('has each folder of the source, and no other', async () => {
    const onDisk = (await Promise.all(OPENED.map(foldersOf))).flat();
    const inTree = readTree().filter((folder) => folder.includes('/'));
    expect(inTree.toSorted()).toEqual([...onDisk, ...DEEPER].toSorted());
  });

  it('has each folder of the project', async () => {
    const onDisk = (await foldersOf('.')).filter(
      (folder) => !/^(\.|node_modules$|dist$|test-results$|playwright-report$)/.test(folder),
    );
    expect(readTree().filter((folder) => !folder.includes('/'))).toEqual(expect.arrayContaining(onDisk));
  });
});

describe('the walks in docs/architecture.md', () => {
  const walks = tableRows(text, 'question').map((row) => row.map(withoutBackticks));

  it('are the five', () => {
    expect(walks).toHaveLength(5);
  });

  it.each(walks)('%s %s/%s, %s', async (_question, folder = '', file = '', name = '') => {
    expect(await readdir(path.join(PROJECT, folder))).toContain(file);
    expect(defines(await readFile(path.join(PROJECT, folder, file), 'utf8'), name)).toBe(true);
  });

  it('end where the answer is', async () => {
    const sourceOf = async (question: string, after: RegExp) => {
      const [, folder = '', file = ''] = walks.find(([first]) => first?.includes(question)) ?? [];
      const source = await readFile(path.join(PROJECT, folder, file), 'utf8');
      return source.slice(after.exec(source)?.index ?? source.length);
    };
    expect(await sourceOf('session made', /function makeSession/)).toContain('users.findOneAndUpdate(');
    expect(await sourceOf('unlink', /function unlinkAccount/)).toContain('users.findOneAndUpdate(');
    expect(await sourceOf('German', /'sign-in':/)).toMatch(/^'sign-in':[^\n]*\n[^\n]*\n[^\n]*Gerät/);
    expect(await sourceOf('phone.verify', /verify: /)).toMatch(
      /^verify:[\s\S]*?errors: \[[^\]]*'CODE_INVALID'/,
    );
    expect(await sourceOf('encrypted', /function sealTokens/)).toContain('vault.seal(');
  });
});

describe('the calls in docs/architecture.md', () => {
  const steps = readSteps();

  it('are followed through the files', () => {
    expect(steps.length).toBeGreaterThan(15);
  });

  it.each(steps)('$file has $name', async ({ file, name }) => {
    const absolute = path.join(PROJECT, file);
    expect(existsSync(absolute)).toBe(true);
    expect(defines(await readFile(absolute, 'utf8'), name)).toBe(true);
  });
});

it('docs/architecture.md has each import rule, with its reason (npm run docs:architecture)', async () => {
  expect(await withImportRules(text)).toBe(text);
  expect(tableRows(text, 'rule').length).toBeGreaterThan(10);
});

/** One word for each thing; the list is the project's. */
const WORDS = [
  'access token',
  'active user',
  'administrator',
  'audit log',
  'authorization code',
  'bounded queue',
  'client',
  'delivery',
  'device',
  'endpoint',
  'event',
  'fast path',
  'identity provider',
  'impersonation',
  'level',
  'orphaned row',
  'outbox',
  'own field',
  'passkey',
  'pending sign-in',
  'permission',
  'recovery code',
  'refresh token',
  'reserved address',
  'resource',
  'role',
  'second factor',
  'security event',
  'service key',
  'session',
  'sign-in method',
  'suspension',
  'trusted browser',
  'webhook',
];

it('docs/architecture.md explains each word of the glossary once, in the order of the alphabet', () => {
  expect(tableRows(text, 'word').map(([word]) => word)).toEqual(WORDS);
});
