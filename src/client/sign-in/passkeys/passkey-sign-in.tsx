import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PasskeyRequestOptions } from '../../../shared/schemas/passkeys.ts';
import {
  endPasskeyRequest,
  getPasskey,
  hasAutofill,
  refusalOf,
  signalUnknownPasskey,
  type PasskeyRefusal,
} from '../../features/passkeys/webauthn.ts';
import { useTexts } from '../../language/texts.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import classes from '../form/sign-in.module.css';
import { useServices } from '../services.ts';
import { useCall } from '../use-call.ts';
import { useEnter } from '../use-enter.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useStartAtOnce } from './use-start-at-once.ts';

/** A challenge works for 15 minutes (`CEREMONY_MAX_AGE_MS`), so autofill gets a new one earlier. */
const AUTOFILL_RENEWED_EVERY_MS = 14 * 60_000;

interface PasskeySignInProps {
  readonly callbackUrl: string | undefined;
  readonly startsAtOnce: boolean;
}

/** The button, and the list that the browser opens at the field for the address. */
export function PasskeySignIn({ callbackUrl, startsAtOnce }: PasskeySignInProps) {
  const { passkeySignIn: texts } = useTexts();
  const services = useServices();
  const enter = useEnter();
  const [refusal, setRefusal] = useState<PasskeyRefusal | null>(null);
  const used = useRef({ rpId: '', id: '' });

  const signIn = useCall('session.signInWithPasskey', {
    onSuccess: enter,
    onFailure: ({ code }) => {
      if (code === 'PASSKEY_UNKNOWN') signalUnknownPasskey(used.current.rpId, used.current.id);
    },
  });
  const signInBy = async (options: PasskeyRequestOptions, mediation?: 'conditional') => {
    const passkey = await getPasskey(options, mediation);
    used.current = { rpId: options.rpId, id: passkey.id };
    setRefusal(null);
    signIn.start({ passkey, ...(callbackUrl !== undefined && { callbackUrl }) });
  };
  const begin = useCall('session.beginPasskey', {
    onStart: () => {
      setRefusal(null);
      signIn.reset();
    },
    onSuccess: async ({ options }) => {
      try {
        await signInBy(options);
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    },
  });

  const offerInField = useEffectEvent(async (isWanted: () => boolean) => {
    const { options } = await services().mutate('session.beginPasskey', { purpose: 'sign-in' });
    if (isWanted()) await signInBy(options, 'conditional');
  });
  const isBusy = begin.isPending || signIn.isPending;
  useEffect(() => {
    if (isBusy) return;
    let isOver = false;
    const offerIfAvailable = async () => {
      if (!(await hasAutofill()) || isOver) return;
      const field = document.querySelector<HTMLInputElement>('main input[name=email]');
      if (field) field.autocomplete = 'username webauthn';
      await offerInField(() => !isOver);
    };
    // The button and the form work without it.
    const offer = () => void offerIfAvailable().catch(() => {});
    offer();
    const renewal = setInterval(offer, AUTOFILL_RENEWED_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(renewal);
    };
  }, [isBusy]);
  useEffect(() => endPasskeyRequest, []);

  const start = () => begin.start({ purpose: 'sign-in' });

  const failure = signIn.failure ?? begin.failure;
  const button = useStartAtOnce(startsAtOnce);
  const wait = useRetryWait(failure);
  return (
    <div className={classes['form']}>
      {failure && <ErrorNotice error={failure} takeFocus />}
      {!failure && (refusal === 'cancelled' || refusal === 'failed') && (
        <Notice tone="calm" takeFocus>
          <p>{texts[refusal]}</p>
        </Notice>
      )}
      <PasskeyButton ref={button} loading={isBusy} disabled={wait > 0} onClick={start} />
    </div>
  );
}
