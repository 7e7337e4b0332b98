import type { HTTPHeaders, TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../../server/trpc/router.ts';
import type { ProofOfWorkChallenge } from '../../../shared/proof-of-work.ts';

/** Solves a challenge and answers the headers that let the same call through. */
export type CheckBrowser = (challenge: ProofOfWorkChallenge) => Promise<HTTPHeaders>;

/** Loaded only when a challenge comes, which is rare. */
export const checkInWorkers: CheckBrowser = async (challenge) =>
  (await import('./check-browser.ts')).checkBrowser(challenge);

/** Solves the challenge of a refused call, then repeats the call once. */
export function browserCheckLink(check: CheckBrowser): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) => {
        let call = next(op).subscribe({
          ...observer,
          error(refusal) {
            const challenge = refusal.data?.challenge;
            if (!challenge) return observer.error(refusal);
            check(challenge).then(
              (headers) => (call = next({ ...op, context: { ...op.context, headers } }).subscribe(observer)),
              () => observer.error(refusal),
            );
          },
        });
        return () => call.unsubscribe();
      });
}
