import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Authority } from '../rules/authority.ts';
import type { FailedJob } from '../../../shared/schemas/administration.ts';

/** The jobs that were given up. */
export function listFailedJobs(_deps: Dependencies): Promise<FailedJob[]> {
  throw new Error('to be built');
}

/** Lets a job run again. */
export function retryJob(
  _deps: Dependencies,
  _by: Authority,
  _id: string,
  _client: RequestClient,
): Promise<{ id: string }> {
  throw new Error('to be built');
}
