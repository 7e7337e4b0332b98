import { Suspense, useEffect, useRef } from 'react';
import type { PageError } from '../../errors.ts';
import { useErrorWords } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { lazyPart } from '../../load-page.ts';
import { Button } from '../../ui/button.tsx';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import classes from './set-up.module.css';

const QrCode = lazyPart(async () => (await import('./qr-code.tsx')).QrCode);

interface SetUpStepsProps {
  /** Base32. */
  readonly secret: string;
  /** As an `otpauth:` address. */
  readonly uri: string;
  readonly isPending: boolean;
  readonly failure: PageError | null;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
  readonly heading: 'h2' | 'h3';
}

export function SetUpSteps({
  secret,
  uri,
  isPending,
  failure,
  onCode,
  onCancel,
  heading: Heading,
}: SetUpStepsProps) {
  const { twoStep: texts, common } = useTexts();
  const words = useErrorWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const wrong = failure?.code === 'TOTP_CODE_WRONG' ? words(failure) : null;
  return (
    <div className={classes['steps']}>
      <Heading ref={heading} tabIndex={-1} className={classes['title']}>
        {texts.scanTitle}
      </Heading>
      <p className={classes['hint']}>{texts.scan}</p>
      <Suspense fallback={<PageLoader />}>
        <QrCode text={uri} label={texts.qrCode} />
      </Suspense>
      <details className={classes['byHand']}>
        <summary>{texts.cannotScan}</summary>
        <CopyField
          label={texts.secret}
          text={secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          action={texts.copySecret}
        />
      </details>
      <CodeEntry
        label={texts.firstCode}
        action={texts.confirm}
        isPending={isPending}
        failure={failure}
        codeError={wrong ? `${wrong.message} ${wrong.hint}` : undefined}
        onCode={onCode}
        secondButton={
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
        }
      />
    </div>
  );
}
