import type { ReactNode } from 'react';
import classes from './badge.module.css';

interface BadgeProps {
  readonly tone: 'good' | 'plain' | 'warning';
  readonly children: ReactNode;
}

export function Badge({ tone, children }: BadgeProps) {
  return (
    <span data-tone={tone} className={classes['badge']}>
      {children}
    </span>
  );
}
