import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the project or of the package, also from the bundle. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** How an operator types `foyer-server` here: in the repository, from the installed package, in the image. */
export const OPERATOR_COMMAND = existsSync(`${ROOT}scripts`)
  ? 'npm run server --'
  : ROOT.includes('node_modules')
    ? 'npx foyer-server'
    : 'foyer-server';
