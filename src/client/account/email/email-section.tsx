import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import type { EmailStatus } from '../../../shared/schemas/email.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { toActionError, toClientError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../badge.tsx';
import { Section } from '../section.tsx';
import { EmailCode } from './email-code.tsx';
import { EmailOutcomeNotice, type EmailOutcome } from './email-outcome.tsx';
import { EmailForm } from './email-form.tsx';
import { useEmailChanged } from '../../features/use-email-changed.ts';
import classes from './email.module.css';

/** The person's email address, and the form to change it. */
export function EmailSection() {
  const texts = useTexts().email;
  const status = trpc.email.get.useQuery();
  const trouble = status.failureReason ?? status.error;
  return (
    <Section title={texts.title} hint={texts.hint}>
      {trouble && <ErrorNotice error={toClientError(trouble)} />}
      {status.isPending && !trouble && <PageLoader />}
      {status.data && <EmailAddress status={status.data} />}
    </Section>
  );
}

/** A mail that was sent. */
interface SentMail {
  readonly email: string;
  /** Seconds. */
  readonly resendAfter: number;
  /** The number of mails sent from this page, to any address. */
  readonly sends: number;
  readonly isAgain: boolean;
}

function EmailAddress({ status }: { readonly status: EmailStatus }) {
  const [isEntering, setEntering] = useState(false);
  const [sent, setSent] = useState<SentMail | null>(null);
  const [outcome, setOutcome] = useState<EmailOutcome | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const utils = trpc.useUtils();
  const onEmailChanged = useEmailChanged();
  const waiting = status.pending && (sent ?? { ...status.pending, resendAfter: 0, sends: 0, isAgain: false });

  const change = useSensitiveMutation({
    perform: ({ email }: { email: string }) => utils.client.email.change.mutate({ email }),
    storeAs: 'change-email',
    onSuccess: ({ email, expires, resendAfter }) => {
      const isAgain = waiting?.email === email;
      setSent((last) => ({ email, resendAfter, sends: (last?.sends ?? 0) + 1, isAgain }));
      utils.email.get.setData(undefined, (last) => last && { ...last, pending: { email, expires } });
      setEntering(false);
      setOutcome(null);
    },
  });
  const cancel = trpc.email.cancel.useMutation({
    onSuccess: (newStatus) => {
      utils.email.get.setData(undefined, newStatus);
      setSent(null);
      setOutcome({ kind: 'cancelled' });
    },
  });
  const cancelFailure = cancel.error && toActionError(cancel.error);
  const startEntering = () => {
    setOutcome(null);
    change.reset();
    cancel.reset();
    setEntering(true);
  };
  const isIdle = !isEntering && !waiting;

  return (
    <>
      {outcome && <EmailOutcomeNotice outcome={outcome} />}
      {change.failure && isIdle && <ErrorNotice error={change.failure} takeFocus />}
      <Address
        status={status}
        opener={opener}
        isSending={change.isPending}
        onChange={isIdle ? startEntering : null}
        onConfirm={(email) => change.run({ email })}
      />
      {isEntering && (
        <EmailForm
          current={status.verified ? status.email : null}
          isPending={change.isPending}
          failure={change.failure}
          sent={change.variables?.email}
          onSend={(email) => change.run({ email })}
          onCancel={() => {
            change.reset();
            // The button that opened the form must be rendered again before it can take the focus.
            flushSync(() => setEntering(false));
            opener.current?.focus();
          }}
        />
      )}
      {!isEntering && waiting && (
        <EmailCode
          // A new mail replaces the code, so the input and its error are cleared.
          key={waiting.sends}
          email={waiting.email}
          isFirst={!status.verified}
          takeFocus={waiting.sends > 0}
          isAgain={waiting.isAgain}
          request={change}
          resendAfter={waiting.resendAfter}
          cancel={{ isPending: cancel.isPending, failure: cancelFailure }}
          onSend={() => change.run({ email: waiting.email })}
          onConfirmed={(newStatus) => {
            setSent(null);
            setOutcome({ kind: 'confirmed', email: newStatus.email ?? '', hadOther: status.verified });
            onEmailChanged(newStatus);
          }}
          onOther={startEntering}
          onCancel={() => cancel.mutate()}
        />
      )}
    </>
  );
}

interface AddressProps {
  readonly status: EmailStatus;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly isSending: boolean;
  /** `null` while the person enters or confirms another address. */
  readonly onChange: (() => void) | null;
  readonly onConfirm: (email: string) => void;
}

function Address({ status, opener, isSending, onChange, onConfirm }: AddressProps) {
  const { common, email: texts } = useTexts();
  const { email, verified } = status;
  if (email === null) {
    if (!onChange) return null;
    return (
      <div className={classes['row']}>
        <p>{texts.none}</p>
        <Button variant="default" size="sm" ref={opener} loading={isSending} onClick={onChange}>
          {texts.add}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes['row']}>
      <p className={classes['address']}>
        {email}{' '}
        <Badge tone={verified ? 'good' : 'plain'}>{verified ? common.verified : common.unverified}</Badge>
      </p>
      {onChange && (
        <div className={classes['buttons']}>
          {!verified && (
            <Button variant="default" size="sm" loading={isSending} onClick={() => onConfirm(email)}>
              {texts.confirmThis}
            </Button>
          )}
          <Button variant="default" size="sm" aria-label={texts.changeLabel} ref={opener} onClick={onChange}>
            {common.change}
          </Button>
        </div>
      )}
    </div>
  );
}
