import { useTexts } from '../../language/texts.ts';
import classes from './sign-in.module.css';

/** Marks a button. `isOnEdge`: the label of the button is centred, and must not move. */
export function LastUsedMark({ isOnEdge = false }: { readonly isOnEdge?: boolean }) {
  const texts = useTexts().signIn;
  return (
    <span className={classes['lastUsed']} {...(isOnEdge && { 'data-on-edge': true })}>
      {texts.lastUsed}
    </span>
  );
}
