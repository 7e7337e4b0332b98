import { trpc } from '../../trpc.ts';

/** Their answers say also which sign-in methods can be removed, or what was changed. */
const DEPENDENT = [
  'accounts',
  'providers',
  'passkeys',
  'password',
  'phone',
  'secondFactor',
  'securityReview',
  'activity',
] as const;

/** After a change of a sign-in method, reads the others again. The page stores the answer of `stored` itself. */
export function useSignInMethodsChanged(): (stored?: (typeof DEPENDENT)[number]) => void {
  const utils = trpc.useUtils();
  return (stored) => {
    for (const router of DEPENDENT) if (router !== stored) void utils[router].invalidate();
  };
}
