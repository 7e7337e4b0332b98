import type { ReactNode } from 'react';
import classes from './empty-list.module.css';
import { Illustration } from './illustration.tsx';

/** In the place of a list without items. */
export function EmptyList({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes['empty']}>
      <Illustration of="empty" />
      {children}
    </div>
  );
}
