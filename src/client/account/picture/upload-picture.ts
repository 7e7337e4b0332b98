import { TRPCClientError } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/router.ts';

type Uploaded = inferRouterOutputs<AppRouter>['profile']['uploadPicture'];

/**
 * Calls `profile.uploadPicture`. tRPC's link for bytes would be loaded by the first page of all, and no `fetch` tells how much of a body has been
 * sent, so this one call is made by hand; it answers and fails as every other.
 *
 * @param onProgress told which part has been sent, from 0 to 1
 */
export function uploadPicture(picture: Blob, onProgress: (part: number) => void): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (cause: Error | object) => reject(TRPCClientError.from(cause));
    request.open('POST', '/trpc/profile.uploadPicture');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('error', () => fail(new Error('nobody answers')));
    request.addEventListener('load', () => {
      try {
        const answer = JSON.parse(request.responseText) as { result?: { data: Uploaded } };
        if (answer.result) resolve(answer.result.data);
        else fail(answer);
      } catch (error) {
        // A proxy's page, say.
        fail(error instanceof Error ? error : new Error('no answer of ours'));
      }
    });
    request.send(picture);
  });
}
