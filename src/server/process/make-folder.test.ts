import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { folderOfFile } from '../../testing/run/temporary-folder.ts';
import { startEmbeddedDatabase } from '../development/embedded-database/start-embedded-database.ts';
import { makeFolder } from './make-folder.ts';
import { readSettings } from '../settings/read-settings.ts';

const folder = folderOfFile();
const file = path.join(folder, 'file');
writeFileSync(file, '');
const dangling = path.join(folder, 'dangling');
symlinkSync('/proc/foyer/nowhere', dangling);
const closed = path.join(folder, 'closed');
mkdirSync(closed, { mode: 0o500 });

const UNUSABLE: [string, string][] = [
  ['a file', file],
  ['a folder below a file', path.join(file, 'data')],
  ['a device', '/dev/null'],
  ['a folder below a device', '/dev/null/data'],
  ['a link that leads nowhere', dangling],
  ['a name that is too long', path.join(folder, 'x'.repeat(300))],
  ['a path that is too long', path.join(folder, ...Array<string>(60).fill('x'.repeat(200)))],
];
if (process.platform === 'linux')
  UNUSABLE.push(
    ['a folder deep in /proc', '/proc/foyer/a/b'],
    ['a folder in /sys', '/sys/foyer'],
    ['a read-only folder of the kernel', '/proc/sys'],
  );
// Root may write everywhere.
if (process.getuid?.() !== 0)
  UNUSABLE.push(
    ['a folder of somebody else', closed],
    ['a new folder in one of somebody else', path.join(closed, 'data')],
  );

it.each(UNUSABLE)('as DATA_DIR, %s is refused at once, with the reason', async (_what, directory) => {
  expect(() => makeFolder(directory)).toThrow(/^(?:E[A-Z]+: |.* is no folder$)/);
  expect(() => readSettings({ DATA_DIR: directory })).toThrow(
    'Set DATA_DIR to a folder that this process can write to',
  );
  const log = pino({ level: 'silent' });
  await expect(startEmbeddedDatabase({ directory, log })).rejects.toThrow(
    /^DATA_DIR cannot be used \(.*\)\. Set it to a folder that this process can write to\.$/,
  );
});

it('makes a folder and those above it for its owner alone, and leaves an existing one as it is', () => {
  const made = path.join(folder, 'a/b/c');
  makeFolder(made);
  makeFolder(made);
  for (const each of [made, path.dirname(made)]) expect(statSync(each).mode & 0o777).toBe(0o700);
  const linked = path.join(folder, 'link');
  symlinkSync(made, linked);
  makeFolder(linked);
  expect(existsSync(path.join(made, 'c'))).toBe(false);
});
