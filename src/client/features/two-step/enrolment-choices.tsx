import { useState } from 'react';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { REFUSAL_WORDS, useCreatePasskey } from '../passkeys/use-create-passkey.ts';
import { hasPasskeys, type PasskeyRefusal } from '../passkeys/webauthn.ts';
import classes from './set-up.module.css';
import { useSetUp } from './use-set-up.tsx';

interface EnrolmentChoicesProps {
  readonly onDone: () => void;
  /** Whether the operator offers authenticator apps (`SECOND_FACTOR`). */
  readonly offersApp: boolean;
}

export function EnrolmentChoices({ onDone, offersApp }: EnrolmentChoicesProps) {
  const { twoStep: texts, passkeys } = useTexts();
  const [refusal, setRefusal] = useState<Exclude<PasskeyRefusal, 'ended'> | null>(null);
  const setUp = useSetUp({ onDone, heading: 'h2' });
  const create = useCreatePasskey({ onCreated: onDone, onRefused: setRefusal });
  const failure = setUp.failure ?? create.failure;
  if (setUp.step !== null) return setUp.step;
  return (
    <div className={classes['steps']}>
      {failure && <ErrorNotice error={failure} takeFocus />}
      {refusal !== null && (
        <Notice tone="calm" takeFocus>
          <p>{passkeys[REFUSAL_WORDS[refusal]]}</p>
        </Notice>
      )}
      {offersApp && (
        <div className={classes['choice']}>
          <Button
            size="md"
            fullWidth
            loading={setUp.isStarting}
            disabled={create.isPending}
            onClick={() => {
              setRefusal(null);
              create.reset();
              setUp.start();
            }}
          >
            {texts.setUp}
          </Button>
          <p className={classes['hint']}>{texts.appHint}</p>
        </div>
      )}
      {hasPasskeys() && (
        <div className={classes['choice']}>
          <Button
            size="md"
            fullWidth
            variant="default"
            leftSection={<PasskeyIcon />}
            loading={create.isPending}
            disabled={setUp.isStarting}
            onClick={() => {
              setRefusal(null);
              setUp.reset();
              create.run({});
            }}
          >
            {texts.createPasskey}
          </Button>
          <p className={classes['hint']}>{texts.passkeyHint}</p>
        </div>
      )}
    </div>
  );
}
