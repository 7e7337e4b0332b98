import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

interface RedirectProps {
  /** The path of the current page. */
  readonly from: string;
  readonly to: string;
}

/** Redirects from a page, unless a navigation has left the page already. */
export function Redirect({ from, to }: RedirectProps) {
  const { history } = useRouter();
  useEffect(() => {
    if (history.location.pathname === from) history.replace(to);
  }, [history, from, to]);
  return null;
}
