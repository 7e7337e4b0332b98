import { at } from '../../base-path.ts';
import { TRPCClientError } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/router.ts';

type Uploaded = inferRouterOutputs<AppRouter>['profile']['uploadPicture'];

/**
 * Calls `profile.uploadPicture` with `XMLHttpRequest`: `fetch` reports no upload progress, and tRPC's link for bytes would load on the first
 * page. Its answers and errors are those of the tRPC client.
 *
 * @param onProgress gets the sent fraction, from 0 to 1
 */
export function uploadPicture(picture: Blob, onProgress: (part: number) => void): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (cause: Error | object) => reject(TRPCClientError.from(cause));
    request.open('POST', at('/trpc/profile.uploadPicture'));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('error', () => fail(new Error('no answer')));
    request.addEventListener('load', () => {
      try {
        const answer = JSON.parse(request.responseText) as { result?: { data: Uploaded } };
        if (answer.result) resolve(answer.result.data);
        else fail(answer);
      } catch (error) {
        // For example a proxy's page.
        fail(error instanceof Error ? error : new Error('the answer is not JSON'));
      }
    });
    request.send(picture);
  });
}
