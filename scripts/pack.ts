/** `npm run pack`: builds `foyer-auth` and its tarball, for `npm install <tarball>` or `npm publish`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { packPackage, PROJECT } from './package-build.ts';

const folder = path.join(PROJECT, 'dist');
await mkdir(folder, { recursive: true });
const tarball = await packPackage(folder);
console.log(path.relative(PROJECT, tarball));
