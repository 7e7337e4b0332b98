import { createContext, useContext } from 'react';

export const PathContext = createContext('/');

export function usePath(): string {
  return useContext(PathContext);
}

/** Whether an administrator acts as the person of the page, who may change nothing then. */
export const ReadOnlyContext = createContext(false);

export function useIsReadOnly(): boolean {
  return useContext(ReadOnlyContext);
}

/** Whether the person of the page is signed in, as far as the page knows. */
export const SignedInContext = createContext(false);

export function useIsSignedIn(): boolean {
  return useContext(SignedInContext);
}
