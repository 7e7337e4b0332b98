import { Loader } from '@mantine/core';
import classes from './page-loader.module.css';
import { useTexts } from '../texts/texts.ts';

export function PageLoader() {
  const { common } = useTexts();
  return (
    <div role="status" aria-label={common.loading} className={classes['loader']}>
      <Loader size="sm" />
    </div>
  );
}
