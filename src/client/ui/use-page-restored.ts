import { useEffect } from 'react';

/**
 * Calls back when the browser's back button restores this page from its cache, frozen as it was when it left for an identity
 * provider: its buttons would spin for ever.
 */
export function usePageRestored(onRestored: () => void): void {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) onRestored();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [onRestored]);
}
