import { addressOf, at } from '../../base-path.ts';
import { useId, useState } from 'react';
import { RESEND_AFTER_SECONDS } from '../../../shared/limits.ts';
import { SIGNED_OUT_PATHS } from '../../../shared/signed-out-page.ts';
import { toPageErrorOf } from '../../errors.ts';
import { CardLayout } from '../../features/card-layout.tsx';
import { useTexts } from '../../language/texts.ts';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { OutboxNotice } from '../../ui/outbox-notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ResendMessage } from '../../ui/resend-message.tsx';
import { toTextMessageError } from '../../ui/text-message-error.ts';
import { CallbackField } from '../callback-field.tsx';
import classes from '../check-email.module.css';
import formClasses from '../form/sign-in.module.css';
import { usePlace } from '../page-context.ts';
import { PageLink } from '../page-link.tsx';
import { useCall } from '../use-call.ts';
import { useEnter } from '../use-enter.ts';

interface CheckPhoneProps {
  /** In international form. */
  readonly phone: string;
  readonly callbackUrl: string | undefined;
  readonly isEntering: boolean;
}

const ACTION = SIGNED_OUT_PATHS['phone-sign-in'];

/** The page says the same for every number, because nobody may learn which numbers are known. */
export function CheckPhone({ phone, callbackUrl, isEntering }: CheckPhoneProps) {
  const { phoneSignIn: texts, codes, common } = useTexts();
  const { page, state } = usePlace();
  const sentId = useId();
  // A new code clears the field and its error.
  const [codeNumber, setCodeNumber] = useState(1);
  const enter = useEnter();
  const callback = callbackUrl !== undefined && { callbackUrl };
  const signIn = useCall('session.signInWithPhoneCode', { onSuccess: enter });
  const resend = useCall('session.requestPhoneCode', {
    onSuccess: () => {
      signIn.reset();
      setCodeNumber((number) => number + 1);
    },
  });
  const { failedForm } = page;
  const formFailure = failedForm ? toPageErrorOf(failedForm.failure) : null;
  const wasCode = failedForm?.values['way'] === 'code';
  const codeFailure = signIn.failure ?? (signIn.submittedAt === 0 && wasCode ? formFailure : null);
  const resendFailure = resend.failure ?? (resend.submittedAt === 0 && !wasCode ? formFailure : null);
  const fields = (
    <>
      <input type="hidden" name="phone" value={phone} />
      <CallbackField callbackUrl={callbackUrl} />
    </>
  );
  return (
    <CardLayout>
      <div className={formClasses['intro']}>
        <PageHeading title={texts.codeTitle} />
        <p id={sentId}>
          <InterpolatedText text={texts.sent}>
            {/* A number is not broken over two lines. */}
            <strong>{phone.replaceAll(' ', '\u00a0')}</strong>
          </InterpolatedText>
        </p>
        <p>{texts.noMessage}</p>
      </div>
      <CodeEntry
        key={codeNumber}
        label={codes.fromText}
        action={common.signIn}
        isPending={signIn.isPending || isEntering}
        isAccepted={signIn.isAccepted || isEntering}
        failure={codeFailure && toTextMessageError(codeFailure, 'text-sign-in')}
        onCode={(code) => signIn.start({ phone, code, ...callback })}
        takeFocus
        describedBy={sentId}
        scriptless={{ action: at(ACTION), fields }}
      />
      {page.phoneSignIn?.hasOutbox && <OutboxNotice />}
      <div className={classes['ways']}>
        <ResendMessage
          request={{ ...resend, failure: resendFailure }}
          wait={resend.output?.resendAfter ?? state.resendAfter ?? RESEND_AFTER_SECONDS}
          sent={resend.output && codes.newCode}
          isQuiet
          scriptless={{ action: at(ACTION), fields }}
          onSend={() => resend.start({ phone })}
        />
        <PageLink href={addressOf(ACTION, { callbackUrl })} size="sm">
          {texts.useAnotherNumber}
        </PageLink>
      </div>
    </CardLayout>
  );
}
