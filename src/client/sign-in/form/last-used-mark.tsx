import classes from './sign-in.module.css';
import { useTexts } from '../../language/texts.ts';

export function LastUsedMark() {
  const texts = useTexts().signIn;
  return <span className={classes['lastUsed']}>{texts.lastUsed}</span>;
}
