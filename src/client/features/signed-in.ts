import { createContext, useContext } from 'react';

/** Whether the person of the page is signed in, as far as the page knows. */
export const SignedInContext = createContext(false);

export function useIsSignedIn(): boolean {
  return useContext(SignedInContext);
}
