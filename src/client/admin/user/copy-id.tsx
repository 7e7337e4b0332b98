import { useState } from 'react';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import classes from './user.module.css';

/** Without a clipboard (no HTTPS, no permission) the id is shown, to be copied by hand. */
export function CopyId({ id }: { readonly id: string }) {
  const { accessTokens, person: texts } = useTexts();
  const [outcome, setOutcome] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setOutcome(accessTokens.copied),
      () => setOutcome(id),
    );
  return (
    <p className={classes['copy']}>
      <Button variant="subtle" size="compact-sm" onClick={() => void copy()}>
        {texts.copyId}
      </Button>
      <span role="status">{outcome}</span>
    </p>
  );
}
