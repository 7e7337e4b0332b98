import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../server/trpc/router.ts';
import { PROOF_OF_WORK_HEADER, type ProofOfWorkChallenge } from '../shared/proof-of-work.ts';

/** Solves a challenge; answers the header's value. */
export type CheckBrowser = (challenge: ProofOfWorkChallenge) => Promise<string>;

/** Loaded when a challenge comes: nearly nobody ever needs it. */
export const checkInWorker: CheckBrowser = async (challenge) =>
  (await import('./solve-challenge.ts')).solveChallenge(challenge);

let running = 0;
const listeners = new Set<() => void>();

export function isCheckingBrowser(): boolean {
  return running > 0;
}

export function onBrowserCheck(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function addRunning(change: 1 | -1): void {
  running += change;
  for (const listener of listeners) listener();
}

/** Solves the challenge that a call is refused with, and makes the same call again, once. The page says meanwhile that it checks the browser. */
export function browserCheckLink(check: CheckBrowser): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) => {
        const payAndCall = async (challenge: ProofOfWorkChallenge) => {
          addRunning(1);
          const headers = { [PROOF_OF_WORK_HEADER]: await check(challenge).finally(() => addRunning(-1)) };
          call = next({ ...op, context: { ...op.context, headers } }).subscribe(observer);
        };
        let call = next(op).subscribe({
          ...observer,
          error(refusal) {
            const challenge = refusal.data?.challenge;
            if (challenge) payAndCall(challenge).catch(() => observer.error(refusal));
            else observer.error(refusal);
          },
        });
        return () => call.unsubscribe();
      });
}
