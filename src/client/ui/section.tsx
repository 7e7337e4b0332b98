import { useId, type ReactNode } from 'react';
import { Changes } from './changes.tsx';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  /** `danger`: for actions that cannot be undone. */
  readonly tone?: 'plain' | 'danger';
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, hint, tone = 'plain', action, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} data-tone={tone} className={classes['section']}>
      <div className={classes['top']}>
        <div className={classes['words']}>
          <h2 id={titleId} className={classes['title']}>
            {title}
          </h2>
          {hint && <p className={classes['hint']}>{hint}</p>}
        </div>
        <Changes>{action}</Changes>
      </div>
      {children}
    </section>
  );
}
