import type { z } from 'zod';
import type { impersonateInput } from '../../../shared/schemas/administration.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { SessionActor } from '../rules/actor.ts';
import type { CompletedSignIn } from './complete.ts';

/** Makes the session with which an administrator acts as another person. */
export function startImpersonation(
  _deps: Dependencies,
  _actor: SessionActor,
  _input: z.infer<typeof impersonateInput>,
  _request: { readonly client: RequestClient; readonly requestId: string },
): Promise<CompletedSignIn> {
  throw new Error('to be built');
}
