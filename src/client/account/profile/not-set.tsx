import { useTexts } from '../../language/texts.ts';
import classes from './profile.module.css';

/** Stands in a row that has no value. */
export function NotSet() {
  return <span className={classes['notSet']}>{useTexts().profile.notSet}</span>;
}
