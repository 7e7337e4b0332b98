/** `npm start`: builds what changed, then becomes the server. */
import { buildProject, isBuilt } from './project-build.ts';

if (!(await isBuilt())) {
  console.log('Building Foyer (a few seconds, only when something changed) ...');
  await buildProject();
}
// In this same process, so that signals reach the server itself and there is no second one to leave behind. The address is
// no literal: what it leads to exists only after the build.
const server = new URL('../dist/server/main.js', import.meta.url);
await import(server.href);
