import { fileURLToPath } from 'node:url';
import { runProgram } from '../children.ts';
import { installPackages, readWantedPackages } from '../peers.ts';

const PROJECT = new URL('../better-auth-ui/', import.meta.url);

/** Builds Better Auth UI's sign-in page, or an application with its account pages, too, for production into `folder`. Returns `folder`. */
export async function buildBetterAuthUi(
  folder: string,
  say: (line: string) => void,
  built: 'page' | 'application' = 'page',
): Promise<string> {
  await installPackages(PROJECT, say);
  const vite = fileURLToPath(new URL('node_modules/vite/bin/vite.js', PROJECT));
  const output = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const project = built === 'page' ? PROJECT : new URL('app/', PROJECT);
  await runProgram(process.execPath, [vite, 'build', fileURLToPath(project), ...output]);
  return folder;
}

export async function betterAuthUiVersion(): Promise<string> {
  return (await readWantedPackages(PROJECT))['@daveyplate/better-auth-ui'] ?? '?';
}
