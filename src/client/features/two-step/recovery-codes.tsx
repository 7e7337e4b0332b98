import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../language/texts.ts';
import { useBrand } from '../../ui/brand.ts';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { CopyIcon } from '../../ui/icons.tsx';
import classes from './set-up.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
  readonly heading: 'h2' | 'h3';
}

export function RecoveryCodes({ codes, onSaved, heading: Heading }: RecoveryCodesProps) {
  const { twoStep: texts, accessTokens } = useTexts();
  const { name, host } = useBrand();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCopied, setCopied] = useState<boolean | null>(null);
  // The former form is gone, and with it the focus.
  useEffect(() => heading.current?.focus(), []);
  const title = texts.fileTitle(name);
  const content = [title, host, '', ...codes, ''].join('\n');
  const copy = async () => {
    const hasCopied = await navigator.clipboard.writeText(codes.join('\n')).then(
      () => true,
      // Without HTTPS or permission there is no clipboard.
      () => false,
    );
    setCopied(hasCopied);
  };
  return (
    <div className={classes['steps']}>
      <div className={`${classes['steps']} ${classes['paper']}`}>
        <Heading ref={heading} tabIndex={-1} className={classes['title']}>
          {texts.codesTitle}
        </Heading>
        <p>{texts.codesOnce}</p>
        <ul dir="ltr" aria-label={title} className={classes['codes']}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" leftSection={<CopyIcon size={18} />} onClick={() => void copy()}>
          {accessTokens.copy}
        </Button>
        <Button
          variant="default"
          onClick={() => downloadFile(`${location.hostname}-recovery-codes.txt`, content, 'text/plain')}
        >
          {texts.download}
        </Button>
        <Button variant="default" onClick={() => print()}>
          {texts.print}
        </Button>
      </div>
      <p role="status" className={classes['outcome']}>
        {isCopied === true && accessTokens.copied}
        {isCopied === false && accessTokens.notCopied}
      </p>
      <div>
        <Button onClick={onSaved}>{texts.saved}</Button>
      </div>
    </div>
  );
}
