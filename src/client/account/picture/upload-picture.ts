import { at } from '../../base-path.ts';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/router.ts';
import { CallError, readAnswer } from '../../call.ts';

type Uploaded = inferRouterOutputs<AppRouter>['profile']['uploadPicture'];

/** `fetch` reports no upload progress. `onProgress` gets a fraction, 0 to 1. Throws `CallError`. */
export function uploadPicture(picture: Blob, onProgress: (part: number) => void): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', at('/trpc/profile.uploadPicture'));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('error', () => reject(new CallError(undefined)));
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(JSON.parse(request.responseText)) as Uploaded);
      } catch (error) {
        // A proxy's page is no JSON.
        reject(error instanceof CallError ? error : new CallError(undefined, { cause: error }));
      }
    });
    request.send(picture);
  });
}
