import { useTexts } from '../../language/texts.ts';
import classes from './sign-in.module.css';

/** Marks a button, on its edge: the label must not move or wrap when the script adds the mark. */
export function LastUsedMark() {
  const texts = useTexts().signIn;
  return <span className={classes['lastUsed']}>{texts.lastUsed}</span>;
}
