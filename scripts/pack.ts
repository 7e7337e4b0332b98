/** `npm run pack`: the tarballs of `foyer-auth`, `foyer-server` and `create-foyer-auth`. */
import path from 'node:path';
import { packCreate } from './create-package.ts';
import { packPackage, PROJECT } from './package-build.ts';
import { buildProject, isBuilt, OUTPUT } from './project-build.ts';
import { packServer } from './server-package.ts';

if (!(await isBuilt())) await buildProject();
for (const tarball of [await packPackage(OUTPUT), await packServer(OUTPUT), await packCreate(OUTPUT)])
  console.log(path.relative(PROJECT, tarball));
