import { useTexts } from '../../language/texts.ts';
import classes from './profile.module.css';

export function NotSet() {
  return <span className={classes['notSet']}>{useTexts().profile.notSet}</span>;
}
