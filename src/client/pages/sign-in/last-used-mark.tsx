import classes from './sign-in.module.css';

export function LastUsedMark() {
  return <span className={classes['lastUsed']}>Last used</span>;
}
