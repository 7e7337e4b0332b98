import type { HTTPHeaders, TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../../server/trpc/router.ts';
import type { ProofOfWorkChallenge } from '../../../shared/proof-of-work.ts';

/** Solves a challenge; answers the headers with which the same call is let through. */
export type CheckBrowser = (challenge: ProofOfWorkChallenge) => Promise<HTTPHeaders>;

/** Loaded when a challenge comes: nearly nobody ever needs it. */
export const checkInWorkers: CheckBrowser = async (challenge) =>
  (await import('./check-browser.ts')).checkBrowser(challenge);

/** Solves the challenge that a call is refused with, and makes the same call again, once. */
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
