import '../src/server/process/node-version.ts';

// Imported later: parts of it cannot even be loaded by a Node that is too old.
const { buildProject } = await import('./project-build.ts');
await buildProject();
