import { buildProject } from './project-build.ts';

await buildProject();
