import { createContext, useContext } from 'react';

/** The path and the query of the page. */
export const PathContext = createContext('/');

export function usePath(): string {
  return useContext(PathContext);
}
