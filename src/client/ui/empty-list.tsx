import type { ReactNode } from 'react';
import classes from './empty-list.module.css';
import { Illustration } from './illustration.tsx';

interface EmptyListProps {
  readonly of?: 'empty' | 'not-found';
  readonly children: ReactNode;
}

/** In the place of a list without items, or of something that does not exist. */
export function EmptyList({ of = 'empty', children }: EmptyListProps) {
  return (
    <div className={classes['empty']}>
      <Illustration of={of} />
      {children}
    </div>
  );
}
