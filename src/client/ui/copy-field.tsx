import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../language/texts.ts';
import { Button } from './button.tsx';
import classes from './copy-field.module.css';
import { CopyIcon } from './icons.tsx';
import { CheckIcon } from './notice-icons.tsx';

const COPIED_MS = 4000;

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  /** For a screen reader. */
  readonly action: string;
}

/** One click on the text selects all of it. */
export function CopyField({ label, text, action }: CopyFieldProps) {
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
