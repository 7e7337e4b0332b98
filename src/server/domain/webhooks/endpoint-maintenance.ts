import type { Dependencies } from '../../dependencies.ts';
import { finishEndpointDeletion } from './endpoint-deletion.ts';
import { renewSecrets } from './endpoint-secrets.ts';
import { continueReplays } from './replays.ts';

/** Goes on with deletions and replays that are large or that a crash interrupted, and renews the secrets. The job runner calls it. */
export async function maintainEndpoints(
  deps: Pick<Dependencies, 'collections' | 'now' | 'settings' | 'vault'>,
): Promise<void> {
  for (const endpoint of await deps.collections.webhookEndpoints.find().toArray()) {
    if (endpoint.deletedAt) {
      await finishEndpointDeletion(deps, endpoint);
    } else {
      await renewSecrets(deps, endpoint);
      await continueReplays(deps, endpoint);
    }
  }
}
