import type { ReactNode } from 'react';
import { useSession } from './hooks.ts';

export interface FoyerUnavailableProps {
  /** The content, or a function of `retry`, which asks Foyer again at once. */
  readonly children: ReactNode | ((retry: () => void) => ReactNode);
}

/** Shows its children while Foyer does not answer. `SignedIn` and `SignedOut` show nothing then. */
export function FoyerUnavailable({ children }: FoyerUnavailableProps): ReactNode {
  const { data: session, isError, errorUpdateCount, refetch } = useSession();
  // During another attempt there is no error, but still no answer.
  if (session !== undefined || (!isError && errorUpdateCount === 0)) return null;
  return typeof children === 'function' ? children(() => void refetch()) : children;
}
