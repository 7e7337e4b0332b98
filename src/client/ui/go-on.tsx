import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

interface GoOnProps {
  /** The path of the page that this is part of. */
  readonly from: string;
  readonly to: string;
}

/** Leads from a page to where its person goes on, unless what they did on the page has just led them somewhere. */
export function GoOn({ from, to }: GoOnProps) {
  const { history } = useRouter();
  useEffect(() => {
    if (history.location.pathname === from) history.replace(to);
  }, [history, from, to]);
  return null;
}
