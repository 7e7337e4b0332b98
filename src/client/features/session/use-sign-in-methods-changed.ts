import { trpc } from '../../trpc.ts';

type Stored = 'accounts' | 'passkeys' | 'password' | 'phone' | 'secondFactor';

/**
 * After a change of a sign-in method, reads everything else again: which other methods can be removed, the
 * security review, the activity. The page stores the answer of `stored` itself.
 */
export function useSignInMethodsChanged(): (stored?: Stored) => void {
  const utils = trpc.useUtils();
  return (stored) =>
    void utils.invalidate(undefined, {
      predicate: ({ queryKey: [path] }) => (path as readonly string[])[0] !== stored,
    });
}
