import { Loader } from '@mantine/core';
import classes from './page-loader.module.css';

export function PageLoader() {
  return (
    <div role="status" aria-label="Loading" className={classes['loader']}>
      <Loader size="sm" />
    </div>
  );
}
