import { useEffect } from 'react';

/** The back button restores the state from before the navigation, in which buttons show a spinner forever. */
export function usePageRestored(onRestored: () => void): void {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) onRestored();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [onRestored]);
}
