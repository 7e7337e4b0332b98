/** `npm run docs` serves the documents as a site that follows their changes; `npm run docs -- build` makes it in docs/site/dist and checks its links. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../bench/peers.ts';
import { writeProcedurePages } from './documents/procedure-pages.ts';

const SITE = new URL('../docs/site/', import.meta.url);

await installPackages(SITE, console.log);
await writeProcedurePages();
const [command = 'dev', ...options] = process.argv.slice(2);
const child = spawn(process.execPath, ['node_modules/vitepress/bin/vitepress.js', command, ...options], {
  cwd: fileURLToPath(SITE),
  stdio: 'inherit',
});
// A terminal sends Ctrl+C to the child, too, which then ends by itself. Other senders know this process only.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill());
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
