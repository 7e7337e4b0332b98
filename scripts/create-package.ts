import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rolldown } from 'rolldown';
import type { Template } from '../create/arguments.ts';
import { packFolder, PROJECT } from './package-build.ts';

const CREATE = path.join(PROJECT, 'create');
/** The templates are the examples, so nothing is written twice. */
const EXAMPLES: Readonly<Record<Template, string>> = {
  react: 'vite-react',
  next: 'next',
  express: 'express-api',
  'single-page': 'single-page-app',
};
/** What an installation, a build and a start leave in an example. */
const MADE = /^(?:node_modules|dist|\.next|\.data|package-lock\.json|next-env\.d\.ts|.*\.tsbuildinfo)$/;

/** Packs `create-foyer-auth`, and puts the tarball into `folder`. Returns the tarball's path. */
export async function packCreate(folder: string): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'foyer-pack-'));
  try {
    for (const file of ['package.json', 'README.md'])
      await copyFile(path.join(CREATE, file), path.join(copy, file));
    await copyFile(path.join(PROJECT, 'LICENSE'), path.join(copy, 'LICENSE'));
    const build = await rolldown({ input: path.join(CREATE, 'main.ts'), platform: 'node' });
    await build.write({ dir: path.join(copy, 'dist'), format: 'esm' });
    await build.close();
    for (const [template, example] of Object.entries(EXAMPLES))
      await cp(path.join(PROJECT, 'examples', example), path.join(copy, 'templates', template), {
        recursive: true,
        filter: (file) => !MADE.test(path.basename(file)),
      });
    return await packFolder(copy, folder);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
