import { createContext, useContext } from 'react';

/** Leaves the application for another address, `location.assign` in a browser. */
export const LeaveContext = createContext<(url: string) => void>((url) => location.assign(url));

export function useLeave(): (url: string) => void {
  return useContext(LeaveContext);
}
