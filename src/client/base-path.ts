import { belowBase } from '../shared/base-path.ts';
import { addressOf as addressOfPath, type SignedOutParameters } from '../shared/signed-out-page.ts';

/** The path below which Foyer stands on its origin. The server writes it into the document (`server/pages/documents.ts`). */
let basePath = typeof document === 'undefined' ? '' : (document.documentElement.dataset['basePath'] ?? '');

/** For the renderer, which has no document and may render for several servers. */
export function setBasePath(path: string): void {
  basePath = path;
}

/** The address of one of Foyer's own paths, for a link, a form, a request or a navigation. The router adds the base path by itself. */
export function at(path: string): string {
  return basePath + path;
}

/** The address of one of Foyer's pages, with the parameters that have a value. */
export function addressOf(path: string, parameters: SignedOutParameters): string {
  return addressOfPath(at(path), parameters);
}

/** One of Foyer's own paths, from an address of this origin; `null` for another address. */
export function ownPathOf(address: string): string | null {
  return belowBase({ basePath }, address);
}
