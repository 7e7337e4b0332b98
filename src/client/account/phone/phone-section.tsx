import { lazy, Suspense, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import type { PhoneStatus, VerifiedPhone } from '../../../shared/schemas/phone.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { toClientError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../badge.tsx';
import { useFormatDay } from '../format-day.ts';
import { Section } from '../section.tsx';
import { PhoneCode } from './phone-code.tsx';
import { RemovePhoneDialog } from './remove-phone-dialog.tsx';
import classes from './phone.module.css';
import { useTexts } from '../../language/texts.ts';

// Loaded late: the phone metadata is large, and only this form needs it.
const PhoneForm = lazy(async () => ({ default: (await import('./phone-form.tsx')).PhoneForm }));

/** The person's verified phone number, and the form to change it. */
export function PhoneSection() {
  const texts = useTexts().phone;
  const status = trpc.phone.get.useQuery();
  const trouble = status.failureReason ?? status.error;
  return (
    <Section title={texts.title} hint={texts.hint}>
      {trouble && <ErrorNotice error={toClientError(trouble)} />}
      {status.isPending && !trouble && <PageLoader />}
      {status.data && <PhoneNumber status={status.data} />}
    </Section>
  );
}

/** The last result, and the key of its text. */
const OUTCOME_TEXTS = { verified: 'isVerified', removed: 'isRemoved' } as const;

/** A code that was sent. */
interface SentCode {
  readonly e164: string;
  readonly international: string;
  /** Seconds. */
  readonly resendAfter: number;
  /** The number of codes sent from this page, to any number. */
  readonly sends: number;
  readonly isAgain: boolean;
}

function PhoneNumber({ status }: { readonly status: PhoneStatus }) {
  const texts = useTexts().phone;
  const [isEntering, setEntering] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [sent, setSent] = useState<SentCode | null>(null);
  const [outcome, setOutcome] = useState<keyof typeof OUTCOME_TEXTS | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const utils = trpc.useUtils();
  const waiting = sent ?? (status.pending && { ...status.pending, resendAfter: 0, sends: 0, isAgain: false });

  const set = useSensitiveMutation({
    perform: ({ phone, country }: { phone: string; country: string | null }) =>
      utils.client.phone.set.mutate({ phone, ...(country !== null && { country }) }),
    storeAs: 'set-phone',
    onSuccess: ({ e164, international, resendAfter }) => {
      const isAgain = waiting?.e164 === e164;
      setSent((last) => ({ e164, international, resendAfter, sends: (last?.sends ?? 0) + 1, isAgain }));
      utils.phone.get.setData(undefined, (last) => last && { ...last, pending: { e164, international } });
      setEntering(false);
      setOutcome(null);
    },
  });
  const settle = (kind: keyof typeof OUTCOME_TEXTS) => (newStatus: PhoneStatus) => {
    utils.phone.get.setData(undefined, newStatus);
    void utils.securityReview.invalidate();
    setSent(null);
    setConfirming(false);
    setOutcome(kind);
  };
  const remove = useSensitiveMutation({
    perform: (_input: Readonly<Record<string, never>>) => utils.client.phone.remove.mutate(),
    storeAs: 'remove-phone',
    onSuccess: settle('removed'),
    // The page was out of date, for example because of another tab.
    onError: () => void utils.phone.get.invalidate(),
    onVerify: () => setConfirming(false),
  });
  const startEntering = () => {
    setOutcome(null);
    set.reset();
    remove.reset();
    setEntering(true);
  };
  const isIdle = !isEntering && !waiting;

  return (
    <>
      {outcome && (
        <Notice key={outcome} tone="success" takeFocus>
          <p>{texts[OUTCOME_TEXTS[outcome]]}</p>
        </Notice>
      )}
      {remove.failure && !isConfirming && <ErrorNotice error={remove.failure} takeFocus />}
      {set.failure && isIdle && <ErrorNotice error={set.failure} takeFocus />}
      {status.phone && (
        <Verified
          phone={status.phone}
          isRemoving={remove.isPending && !isConfirming}
          opener={opener}
          onChange={isIdle ? startEntering : null}
          onRemove={() => {
            setOutcome(null);
            remove.reset();
            setConfirming(true);
          }}
        />
      )}
      {!status.phone && isIdle && (
        <div className={classes['row']}>
          <p>{texts.none}</p>
          <Button variant="default" size="sm" ref={opener} loading={set.isPending} onClick={startEntering}>
            {texts.add}
          </Button>
        </div>
      )}
      {isEntering && (
        <Suspense fallback={<PageLoader />}>
          <PhoneForm
            isPending={set.isPending}
            failure={set.failure}
            sent={set.variables}
            onSend={set.run}
            onCancel={() => {
              set.reset();
              // The button that opened the form must be rendered again before it can take the focus.
              flushSync(() => setEntering(false));
              opener.current?.focus();
            }}
          />
        </Suspense>
      )}
      {!isEntering && waiting && (
        <PhoneCode
          // A new code replaces the last one, so the input and its error are cleared.
          key={waiting.sends}
          number={waiting.international}
          takeFocus={waiting.sends > 0}
          isAgain={waiting.isAgain}
          request={set}
          resendAfter={waiting.resendAfter}
          onSend={() => set.run({ phone: waiting.e164, country: null })}
          onVerified={settle('verified')}
          onOther={startEntering}
        />
      )}
      <RemovePhoneDialog
        opened={isConfirming}
        number={status.phone?.international ?? ''}
        isPending={remove.isPending}
        failure={remove.failure}
        onClose={() => setConfirming(false)}
        onRemove={() => remove.run({})}
      />
    </>
  );
}

interface VerifiedProps {
  readonly phone: VerifiedPhone;
  readonly isRemoving: boolean;
  readonly opener: RefObject<HTMLButtonElement | null>;
  /** `null` while the person enters another number. */
  readonly onChange: (() => void) | null;
  readonly onRemove: () => void;
}

function Verified({ phone, isRemoving, opener, onChange, onRemove }: VerifiedProps) {
  const { phone: texts, common } = useTexts();
  const formatDay = useFormatDay();
  return (
    <div className={classes['row']}>
      <div>
        <p className={classes['number']}>
          <bdi>{phone.international}</bdi> <Badge tone="good">{common.verified}</Badge>
        </p>
        <p className={classes['since']}>{texts.since(formatDay(phone.verifiedAt))}</p>
      </div>
      <div className={classes['buttons']}>
        {onChange && (
          <Button variant="default" size="sm" aria-label={texts.change} ref={opener} onClick={onChange}>
            {common.change}
          </Button>
        )}
        <Button variant="default" size="sm" aria-label={texts.remove} loading={isRemoving} onClick={onRemove}>
          {common.remove}
        </Button>
      </div>
    </div>
  );
}
