import { belowBase } from '../shared/base-path.ts';
import { addressOf as addressOfPath, type SignedOutParameters } from '../shared/signed-out-page.ts';

/** Written into the document by the server (`server/pages/documents.ts`). */
let basePath = typeof document === 'undefined' ? '' : (document.documentElement.dataset['basePath'] ?? '');

/** For the renderer, which has no document and may render for several servers. */
export function setBasePath(path: string): void {
  basePath = path;
}

/** For a link, a form, a request or a navigation. The router adds the base path by itself. */
export function at(path: string): string {
  return basePath + path;
}

/** With the parameters that have a value. */
export function addressOf(path: string, parameters: SignedOutParameters): string {
  return addressOfPath(at(path), parameters);
}

/** `null` for an address that is none of Foyer's on this origin. */
export function ownPathOf(address: string): string | null {
  return belowBase({ basePath }, address);
}
