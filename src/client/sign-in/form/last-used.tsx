import { useTexts } from '../../language/texts.ts';
import { usePage } from '../page-context.ts';
import classes from './sign-in.module.css';

/** On the edge of the button of the method that this browser used last, so that no label moves. */
export function LastUsedMark({ method }: { readonly method: string }) {
  const texts = useTexts().signIn;
  const { name, lastUsed } = usePage();
  return (
    name === 'sign-in' && lastUsed === method && <span className={classes['lastUsed']}>{texts.lastUsed}</span>
  );
}
