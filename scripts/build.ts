/**
 * `npm run build`. With `--if-changed` it is the first half of `npm start`: the server is a process of its own after it, so that this process's loader
 * of TypeScript does not stay in the server's memory.
 */
import '../src/server/process/node-version.ts';

// Imported later: parts of it cannot even be loaded by a Node that is too old.
const { buildProject, isBuilt } = await import('./project-build.ts');
if (!process.argv.includes('--if-changed')) await buildProject();
else if (!(await isBuilt())) {
  console.log('Building Foyer (a few seconds, only when something changed) ...');
  await buildProject();
}
