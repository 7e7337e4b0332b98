import { useState } from 'react';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { getPasskey, refusalOf, signalUnknownPasskey, type PasskeyRefusal } from '../passkeys/webauthn.ts';
import classes from './verify-steps.module.css';

interface VerifyByPasskeyProps {
  readonly disabled: boolean;
  readonly onVerified: (answer: { readonly status: string }) => void;
}

/** A passkey is two factors at once, so no second step follows. */
export function VerifyByPasskey({ disabled, onVerified }: VerifyByPasskeyProps) {
  const texts = useTexts().passkeys;
  const [refusal, setRefusal] = useState<PasskeyRefusal | null>(null);
  /** The challenge is on its way, or the window of the browser is open. */
  const [isAsking, setAsking] = useState(false);
  const begin = trpc.session.beginPasskey.useMutation();
  const verify = trpc.session.reauthenticate.useMutation({ onSuccess: onVerified });
  const start = async () => {
    setRefusal(null);
    begin.reset();
    verify.reset();
    const begun = await begin.mutateAsync({ purpose: 'verify' }).catch(() => null);
    // The notice below says why.
    if (!begun) return;
    const { rpId } = begun.options;
    const passkey = await getPasskey(begun.options).catch(refusalOf);
    if (typeof passkey === 'string') return setRefusal(passkey);
    verify.mutate(
      { method: 'passkey', passkey },
      {
        onError: (error) => {
          if (toActionError(error).code === 'PASSKEY_UNKNOWN') signalUnknownPasskey(rpId, passkey.id);
        },
      },
    );
  };
  const press = async () => {
    setAsking(true);
    await start();
    setAsking(false);
  };
  const error = begin.error ?? verify.error;
  const failure = error && toActionError(error);
  const wait = useRetryWait(failure);
  return (
    <div className={classes['code']}>
      {failure && <ErrorNotice error={failure} takeFocus />}
      {refusal !== null && refusal !== 'ended' && (
        <Notice tone="calm" takeFocus>
          <p>{texts.notVerified}</p>
        </Notice>
      )}
      <Button
        size="md"
        fullWidth
        leftSection={<PasskeyIcon />}
        loading={isAsking || verify.isPending}
        disabled={disabled || wait > 0}
        onClick={() => void press()}
      >
        {texts.verify}
      </Button>
    </div>
  );
}
