import { useState } from 'react';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';

/** Without a clipboard (no HTTPS, no permission) the id beside it is copied by hand. */
export function CopyId({ id }: { readonly id: string }) {
  const { accessTokens, person: texts } = useTexts();
  const [outcome, setOutcome] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setOutcome(accessTokens.copied),
      () => setOutcome(accessTokens.notCopied),
    );
  return (
    <>
      <Button variant="subtle" size="compact-sm" aria-label={texts.copyId} onClick={() => void copy()}>
        {accessTokens.copy}
      </Button>
      <span role="status">{outcome}</span>
    </>
  );
}
