import { useEffect, useEffectEvent, useState } from 'react';
import { errorOfCode, toActionError, toPageError, type PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { SecondStep, type AnswerWay } from '../second-step/second-step.tsx';
import { usePasskeyAnswer } from '../second-step/use-passkey-answer.ts';

interface VerifySecondStepProps {
  readonly onVerified: () => void;
  /** The verification takes too long, or too many codes were wrong. It begins again. */
  readonly onExpired: (failure: PageError) => void;
}

export function VerifySecondStep({ onVerified, onExpired }: VerifySecondStepProps) {
  const texts = useTexts().secondStep;
  const utils = trpc.useUtils();
  const pending = trpc.session.pending.useQuery(undefined, { staleTime: 0, gcTime: 0 });
  const [way, setWay] = useState<AnswerWay | 'passkey' | null>(null);
  const onFailure = (failure: PageError) => {
    if (failure.code === 'SIGN_IN_EXPIRED') onExpired(failure);
    else void pending.refetch();
  };
  const complete = trpc.session.completeSignIn.useMutation({
    onSuccess: onVerified,
    onError: (error) => onFailure(toActionError(error)),
  });
  const passkey = usePasskeyAnswer({
    begin: async () => (await utils.client.session.beginPasskey.mutate({ purpose: 'second-factor' })).options,
    onRefusal: onFailure,
  });
  const { data } = pending;
  // The time is over, or another tab finished it.
  const isOver = data === null;
  const onOver = useEffectEvent(() => onExpired(errorOfCode('SIGN_IN_EXPIRED')));
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  if (!data) return pending.error ? <ErrorNotice error={toPageError(pending.error)} /> : <PageLoader />;
  return (
    <>
      <p>{texts.intro[data.methods[0] ?? 'totp']}</p>
      <SecondStep
        pending={data}
        action={texts.verify}
        way={way}
        isPending={complete.isPending}
        isAccepted={complete.isSuccess}
        failure={complete.error ? toActionError(complete.error) : passkey.failure}
        passkey={passkey}
        onAnswer={(answer, answeredBy) => {
          passkey.reset();
          setWay(answeredBy);
          complete.mutate(answer);
        }}
        onPasskey={() => {
          complete.reset();
          setWay('passkey');
          void passkey.ask().then((answer) => answer && complete.mutate({ passkey: answer }));
        }}
      />
    </>
  );
}
