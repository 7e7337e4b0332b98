import classes from './page-loader.module.css';
import { useTexts } from '../language/texts.ts';

export function PageLoader() {
  const { common } = useTexts();
  return (
    <div role="status" aria-label={common.loading} className={classes['loader']}>
      <span aria-hidden="true" className={classes['spinner']} />
    </div>
  );
}
