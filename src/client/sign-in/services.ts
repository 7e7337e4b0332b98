import { createContext, useContext } from 'react';
import type { Session } from '../../shared/schemas/session.ts';
import type { Report } from '../error-reports.ts';
import type { Caller } from '../call.ts';

/** What the signed-out pages do outside of React. */
export interface Services extends Caller {
  /** Opens a URL by a page load: an identity provider's, or a path of this site. It may throw. */
  readonly openUrl: (url: string) => void;
  /** For somebody who has just signed in. Resolves when the page is there, or about to load. */
  readonly enter: (path: string, session: Session) => Promise<void>;
  readonly report: Report;
}

/** `null` on the server, which renders no answer to an action. */
export const ServicesContext = createContext<Services | null>(null);

/** Read when something is done, so that the server can render without them. */
export function useServices(): () => Services {
  const services = useContext(ServicesContext);
  return () => {
    if (!services) throw new Error('The signed-out pages need their services.');
    return services;
  };
}
