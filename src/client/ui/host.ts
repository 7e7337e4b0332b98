import { createContext, useContext } from 'react';

/** The host of this site. The server sets it when it renders a page. */
export const HostContext = createContext(typeof location === 'undefined' ? '' : location.host);

export function useHost(): string {
  return useContext(HostContext);
}
