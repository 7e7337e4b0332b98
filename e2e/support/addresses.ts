import { APPLICATION_PATHS, DEVELOPMENT_PATHS } from '../../src/shared/application-paths.ts';
import { SIGNED_OUT_PATHS } from '../../src/shared/signed-out-page.ts';

export const SIGNED_OUT_PAGES: readonly string[] = [...new Set(Object.values(SIGNED_OUT_PATHS))];
export const APPLICATION_PAGES: readonly string[] = [...APPLICATION_PATHS, ...DEVELOPMENT_PATHS];
