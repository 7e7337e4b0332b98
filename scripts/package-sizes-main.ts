/** `npm run docs:package-sizes`: measures the entries of the package and writes their sizes into docs/app.md. */
import { writePackageSizes } from './package-sizes.ts';

await writePackageSizes();
