import { fileURLToPath } from 'node:url';
import { runProgram } from '../children.ts';
import { installPackages, readWantedPackages } from '../peers.ts';

const PROJECT = new URL('../better-auth-ui/', import.meta.url);

/** Builds Better Auth UI's sign-in page for production into `folder`, and returns `folder`. */
export async function buildBetterAuthUi(folder: string, say: (line: string) => void): Promise<string> {
  await installPackages(PROJECT, say);
  const vite = fileURLToPath(new URL('node_modules/vite/bin/vite.js', PROJECT));
  const output = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  await runProgram(process.execPath, [vite, 'build', fileURLToPath(PROJECT), ...output]);
  return folder;
}

export async function betterAuthUiVersion(): Promise<string> {
  return (await readWantedPackages(PROJECT))['@daveyplate/better-auth-ui'] ?? '?';
}
