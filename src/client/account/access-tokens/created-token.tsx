import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { CreatedAccessToken } from '../../../shared/schemas/access-tokens.ts';
import { CopyIcon } from '../../ui/icons.tsx';
import { CheckIcon } from '../../ui/notice-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTexts } from '../../language/texts.ts';
import { Section } from '../section.tsx';
import { curlCommand } from './curl-command.ts';
import classes from './created-token.module.css';

const COPIED_MS = 4000;

interface CreatedTokenProps {
  readonly created: CreatedAccessToken;
  readonly onDone: () => void;
}

/** Shows the new token once, with a command that tries it. */
export function CreatedToken({ created, onDone }: CreatedTokenProps) {
  const texts = useTexts().accessTokens;
  const { token, accessToken } = created;
  return (
    <Section title={texts.madeTitle(accessToken.name)}>
      <Notice tone="success" takeFocus>
        <p>{texts.madeOnce}</p>
      </Notice>
      <CopyField label={texts.token} text={token} action={texts.copyToken} />
      <CopyField
        label={texts.tryIt}
        text={curlCommand(location.origin, token, accessToken.scopes)}
        action={texts.copyCommand}
      />
      <div>
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
    </Section>
  );
}

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  /** The name of the button for a screen reader. */
  readonly action: string;
}

/** Text in a box with a copy button. One click on the text selects all of it. */
function CopyField({ label, text, action }: CopyFieldProps) {
  const texts = useTexts().accessTokens;
  const [outcome, setOutcome] = useState<'copied' | 'not-copied' | null>(null);
  const field = useRef<HTMLElement>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // Without HTTPS or permission there is no clipboard.
      setOutcome('not-copied');
      if (field.current) getSelection()?.selectAllChildren(field.current);
    }
  };
  return (
    <div className={classes['copyField']}>
      <p className={classes['label']}>{label}</p>
      <div className={classes['box']}>
        <code ref={field} dir="ltr" className={classes['secret']}>
          {text}
        </code>
        <Button
          size="sm"
          variant="default"
          className={classes['copy'] ?? ''}
          aria-label={action}
          leftSection={outcome === 'copied' ? <CheckIcon /> : <CopyIcon size={18} />}
          onClick={() => void copy()}
        >
          {texts.copy}
        </Button>
      </div>
      <p role="status" className={classes['outcome']}>
        {outcome === 'copied' && texts.copied}
        {outcome === 'not-copied' && texts.notCopied}
      </p>
    </div>
  );
}
