/** `npm run pack`: the tarballs of `foyer-auth` and `foyer-server`, for `npm install <tarball>`. */
import path from 'node:path';
import { packPackage, PROJECT } from './package-build.ts';
import { buildProject, isBuilt, OUTPUT } from './project-build.ts';
import { packServer } from './server-package.ts';

if (!(await isBuilt())) await buildProject();
for (const tarball of [await packPackage(OUTPUT), await packServer(OUTPUT)])
  console.log(path.relative(PROJECT, tarball));
