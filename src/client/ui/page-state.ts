import { createContext, useContext } from 'react';

/** The path and the query of the page. */
export const PathContext = createContext('/');

export function usePath(): string {
  return useContext(PathContext);
}

/** Whether the person of the page is signed in, as far as the page knows. */
export const SignedInContext = createContext(false);

export function useIsSignedIn(): boolean {
  return useContext(SignedInContext);
}
