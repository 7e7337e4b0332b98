/** `npm run pack`: builds the package `foyer-auth` and makes its tarball, for `npm install <tarball>` or `npm publish <tarball>`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { packPackage, PROJECT } from './package-build.ts';

const folder = path.join(PROJECT, 'dist');
await mkdir(folder, { recursive: true });
const tarball = await packPackage(folder);
console.log(path.relative(PROJECT, tarball));
