import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePage } from './page-context.ts';
import { useServices } from './services.ts';
import { useEnter } from './use-enter.ts';

/** On focus, this tab continues after a sign-in in another tab. Answers whether it does so now. */
export function useSignedInElsewhere(callbackUrl: string | undefined): boolean {
  const { isSignedIn } = usePage();
  const services = useServices();
  const enter = useEnter();
  const isLooking = useRef(false);
  const [isEntering, setEntering] = useState(false);
  const look = useEffectEvent(async () => {
    // Several of the events below may come at once.
    if (isLooking.current) return;
    isLooking.current = true;
    // A failure says nothing about the session. The next focus looks again.
    const session = await services()
      .query('session.get')
      .catch(() => null);
    // Before the page is left, because the back button may restore it.
    isLooking.current = false;
    setEntering(session !== null);
    if (session) await enter({ status: 'signed-in', session, callbackUrl });
  });
  useEffect(() => {
    // Somebody who is signed in came here to sign in once more.
    if (isSignedIn) return;
    const onVisible = () => {
      if (document.visibilityState === 'visible') void look();
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void look();
    };
    addEventListener('focus', onVisible);
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('pageshow', onPageShow);
    return () => {
      removeEventListener('focus', onVisible);
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('pageshow', onPageShow);
    };
  }, [isSignedIn]);
  return isEntering;
}
