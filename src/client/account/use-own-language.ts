import { useEffect } from 'react';
import { useLanguage } from '../language/texts.ts';
import { trpc } from '../trpc.ts';

/**
 * Speaks the signed-in person's own language, whatever this browser spoke before they came. Their next page begins in it: the server's
 * answers bring the cookie (`context.ts`).
 */
export function useOwnLanguage(): void {
  const { speak } = useLanguage();
  const own = trpc.profile.get.useQuery().data?.locale;
  useEffect(() => {
    // Texts that cannot be loaded leave the page in the language that it has.
    if (own !== undefined) speak(own).catch(() => {});
  }, [own, speak]);
}
