import type { TestProject } from 'vitest/node';
import { isBuilt } from '../../../scripts/project-build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether `dist` is the build of the present sources. */
    isBuilt?: boolean;
  }
}

/** Vitest's global set-up: processes of tests run the build when it is current (`server-program.ts`). */
export default async function provideBuild(project: TestProject): Promise<void> {
  project.provide('isBuilt', await isBuilt());
}
