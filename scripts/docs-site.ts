/** `npm run docs` serves the documents; `npm run docs -- build` writes docs/site/dist and checks links. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install-packages.ts';
import { writeProcedurePages } from './documents/procedure-pages.ts';

const SITE = new URL('../docs/site/', import.meta.url);

await installPackages(SITE, console.log);
await writeProcedurePages();
const [command = 'dev', ...options] = process.argv.slice(2);
const child = spawn(process.execPath, ['node_modules/vitepress/bin/vitepress.js', command, ...options], {
  cwd: fileURLToPath(SITE),
  stdio: 'inherit',
});
// A terminal also sends Ctrl+C to the child, which ends by itself. Other senders only know this process.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill());
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
