import type { ReactNode } from 'react';
import { useIsReadOnly } from './page-state.ts';

/** Controls that change the account. They are hidden while an administrator acts as the person. */
export function Changes({ children }: { readonly children: ReactNode }) {
  return useIsReadOnly() ? null : children;
}
