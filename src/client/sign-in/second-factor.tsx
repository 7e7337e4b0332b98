import { addressOf, at } from '../base-path.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { PendingSignIn } from '../../shared/schemas/session.ts';
import { SIGNED_OUT_PATHS } from '../../shared/signed-out-page.ts';
import { toPageErrorOf, type PageError } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { SecondStep, type AnswerWay } from '../features/second-step/second-step.tsx';
import { usePasskeyAnswer } from '../features/second-step/use-passkey-answer.ts';
import { useTexts } from '../language/texts.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import classes from './form/sign-in.module.css';
import { usePage } from './page-context.ts';
import { PageLink } from './page-link.tsx';
import { useServices } from './services.ts';
import { useCall } from './use-call.ts';
import { useEnter } from './use-enter.ts';

const ACTION = SIGNED_OUT_PATHS['second-factor'];
/** What most people have, until the server has answered. */
const EXPECTED: Pick<PendingSignIn, 'methods' | 'mayTrustBrowser' | 'triesLeft' | 'purpose'> = {
  purpose: 'sign-in',
  methods: ['totp', 'recovery-code'],
  mayTrustBrowser: false,
  triesLeft: 0,
};

/** Nobody is signed in before the second factor is given, and the server knows who waits. */
export function SecondFactorPage() {
  const { secondStep: texts, common } = useTexts();
  const { failedForm } = usePage();
  const services = useServices();
  const enter = useEnter();
  const { pending, read } = usePendingSignIn();
  const [way, setWay] = useState<AnswerWay | 'passkey' | null>(
    failedForm ? (failedForm.values['way'] === 'recovery-code' ? 'recovery-code' : 'code') : null,
  );
  const onFailure = ({ code }: PageError) => {
    if (code === 'SIGN_IN_EXPIRED') services().openUrl(addressOf('/sign-in', { error: code }));
    else void read();
  };
  const complete = useCall('session.completeSignIn', {
    onSuccess: async (answer) => {
      if (answer.status === 'signed-in') return enter(answer);
      services().openUrl(answer.callbackUrl);
      // The button stays busy until the browser has left.
      await new Promise(() => {});
    },
    onFailure,
  });
  const passkey = usePasskeyAnswer({
    begin: async () =>
      (await services().mutate('session.beginPasskey', { purpose: 'second-factor' })).options,
    onRefusal: onFailure,
  });
  const formFailure = way !== null && complete.submittedAt === 0 && failedForm;
  const failure =
    complete.failure ?? passkey.failure ?? (formFailure ? toPageErrorOf(formFailure.failure) : null);

  return (
    <CardLayout>
      <div className={classes['intro']}>
        <PageHeading title={texts.title} />
        <p>{texts.intro[pending.methods[0] ?? 'totp']}</p>
      </div>
      <SecondStep
        pending={pending}
        action={pending.purpose === 'verify' ? texts.verify : common.signIn}
        way={way}
        isPending={complete.isPending}
        isAccepted={complete.isAccepted}
        failure={failure}
        passkey={passkey}
        formAction={at(ACTION)}
        onAnswer={(answer, answeredBy) => {
          passkey.reset();
          setWay(answeredBy);
          complete.start(answer);
        }}
        onPasskey={(trust) => {
          complete.reset();
          setWay('passkey');
          void passkey.ask().then((answer) => answer && complete.start({ passkey: answer, ...trust }));
        }}
      />
      <PageLink href={at('/sign-in')} size="sm">
        {texts.otherAccount}
      </PageLink>
    </CardLayout>
  );
}

type Shown = typeof EXPECTED;

/** A page that was opened without a page load asks the server for the sign-in that waits. */
function usePendingSignIn(): { readonly pending: Shown; readonly read: () => Promise<void> } {
  const { pendingSignIn } = usePage();
  const services = useServices();
  const [pending, setPending] = useState<Shown>(pendingSignIn ?? EXPECTED);
  const read = async () => {
    // A failure says nothing about the sign-in. The next answer to a code does.
    const answer = await services()
      .query('session.pending')
      .catch(() => undefined);
    if (answer) setPending(answer);
    // It expired, or it was finished in another tab. The server knows where that leads.
    else if (answer === null) services().openUrl(at('/sign-in'));
  };
  const onShown = useEffectEvent(() => void read());
  useEffect(() => onShown(), []);
  return { pending, read };
}
