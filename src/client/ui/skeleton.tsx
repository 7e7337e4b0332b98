import { useTexts } from '../language/texts.ts';
import classes from './skeleton.module.css';

interface SkeletonProps {
  readonly rows: number;
}

export function Skeleton({ rows }: SkeletonProps) {
  const { loading } = useTexts().common;
  return (
    <div role="status" aria-label={loading} className={classes['list']}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes['row']}>
          <span className={classes['round']} />
          <span className={classes['line']} />
          <span className={classes['line']} />
        </div>
      ))}
    </div>
  );
}
