import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../../server/trpc/router.ts';
import type { CheckBrowser } from './check-in-workers.ts';

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
