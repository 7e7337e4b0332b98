import type { inferRouterOutputs } from '@trpc/server';
import { strToU8, zipSync } from 'fflate';
import type { AppRouter } from '../../../server/trpc/router.ts';

type BrandFolder = inferRouterOutputs<AppRouter>['administration']['brandFolder'];

/** The folder `brand`, and beside it the lines for `.env`. */
export function zipBrand({ files, environment }: BrandFolder): Uint8Array<ArrayBuffer> {
  const contents = files.map(({ path, content }) => [
    `brand/${path}`,
    Uint8Array.from(atob(content), (character) => character.charCodeAt(0)),
  ]);
  return new Uint8Array(
    zipSync({
      ...(Object.fromEntries(contents) as Record<string, Uint8Array>),
      'brand.env': strToU8(`${environment.join('\n')}\n`),
    }),
  );
}
