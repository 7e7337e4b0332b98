import { useEffect, useEffectEvent, useState } from 'react';
import type { SignedOutPage } from '../../shared/signed-out-page.ts';
import { usePage } from './page-context.ts';
import { useServices, type Services } from './services.ts';

const RETRY_MS = 3000;

async function readAccount({ query }: Services): Promise<SignedOutPage['account']> {
  const session = await query('session.get');
  return session && { user: session.user, email: await query('email.get') };
}

/** Read again on focus, because the person may have signed in or out in another tab, and in an outage. */
export function useAccount() {
  const page = usePage();
  const services = useServices();
  const [account, setAccount] = useState(page.account);
  const refresh = async () => {
    const answer = await readAccount(services()).catch(() => undefined);
    // A failure says nothing about the session. The last answer stays.
    if (answer !== undefined) setAccount(answer);
  };
  const onTime = useEffectEvent(() => void refresh());
  const isUnknown = account === 'unknown';

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') onTime();
    };
    addEventListener('focus', onVisible);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      removeEventListener('focus', onVisible);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
  useEffect(() => {
    if (!isUnknown) return;
    const timer = setInterval(onTime, RETRY_MS);
    return () => clearInterval(timer);
  }, [isUnknown]);
  return { account, refresh };
}
