import { useEffect } from 'react';

/**
 * Calls back when the back button restores this page from the browser's cache. Its state is then the one from before the navigation, so its
 * buttons would show a spinner forever.
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
