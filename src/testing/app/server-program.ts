import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inject } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** The arguments with which Node runs a TypeScript file without a build. */
export const fromSource = (file: string): readonly string[] => ['--import', TSX, file];

/**
 * The arguments with which Node runs a file of `src/server`, named from there without its ending. The build starts with a fraction of the work of
 * the sources. Without a build of the present sources, as in a run of one test file, the sources run.
 */
export const serverProgram = (name: string): readonly string[] =>
  inject('isBuilt')
    ? [path.join(PROJECT, 'dist/server', `${name}.js`)]
    : fromSource(path.join(PROJECT, 'src/server', `${name}.ts`));
