import { useEffect } from 'react';
import { useLanguage } from '../language/texts.ts';
import { trpc } from '../trpc.ts';

/** Switches to the signed-in person's language. The server's answers set the cookie for their next page (`context.ts`). */
export function useOwnLanguage(): void {
  const { speak } = useLanguage();
  const ownLocale = trpc.profile.get.useQuery().data?.locale;
  useEffect(() => {
    // If the texts do not load, the language stays.
    if (ownLocale !== undefined) speak(ownLocale).catch(() => {});
  }, [ownLocale, speak]);
}
