import type { ReactNode } from 'react';
import { useIsReadOnly } from '../ui/page-state.ts';

/** What changes the account: nothing while an administrator acts as the person. */
export function Changes({ children }: { readonly children: ReactNode }) {
  return useIsReadOnly() ? null : children;
}
