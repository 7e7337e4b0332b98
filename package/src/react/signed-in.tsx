import type { ReactNode } from 'react';
import type { Session } from '../client.ts';
import { useSession } from './hooks.ts';

export interface SignedInProps {
  /** The content, or a function of the session. */
  readonly children: ReactNode | ((session: Session) => ReactNode);
}

export function SignedIn({ children }: SignedInProps): ReactNode {
  const { data: session } = useSession();
  if (!session) return null;
  return typeof children === 'function' ? children(session) : children;
}

/** Shows its children while nobody is signed in, but not while this is unknown. */
export function SignedOut({ children }: { readonly children: ReactNode }): ReactNode {
  const { data: session } = useSession();
  return session === null ? children : null;
}
