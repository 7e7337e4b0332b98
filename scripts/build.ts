/** With `--if-changed` it runs as its own process before `npm start`, which needs no TypeScript loader. */
import '../src/server/process/node-version.ts';

// Imported after the version check: an old Node cannot load parts of it.
const { buildProject, isBuilt } = await import('./project-build.ts');
if (!process.argv.includes('--if-changed')) await buildProject();
else if (!(await isBuilt())) {
  console.log('Building Foyer (a few seconds, only when something changed) ...');
  await buildProject();
}
