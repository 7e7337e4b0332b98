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

// What knows every country's numbers is heavy, and wanted only by who enters one.
const PhoneForm = lazy(async () => ({ default: (await import('./phone-form.tsx')).PhoneForm }));

/** The number that a person has proven to be theirs. */
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

/** What was just done, and the text that says so. */
const DONE = { verified: 'isVerified', removed: 'isRemoved' } as const;

/** A code on its way. */
interface Sent {
  readonly e164: string;
  readonly international: string;
  /** Seconds. */
  readonly resendAfter: number;
  /** How many were sent from here, to this number or another. */
  readonly sends: number;
  readonly isAgain: boolean;
}

function PhoneNumber({ status }: { readonly status: PhoneStatus }) {
  const texts = useTexts().phone;
  const [isEntering, setEntering] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const [done, setDone] = useState<keyof typeof DONE | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const utils = trpc.useUtils();
  const waiting = sent ?? (status.pending && { ...status.pending, resendAfter: 0, sends: 0, isAgain: false });

  const set = useSensitiveMutation({
    perform: ({ phone, country }: { phone: string; country: string | null }) =>
      utils.client.phone.set.mutate({ phone, ...(country !== null && { country }) }),
    keep: 'set-phone',
    onSuccess: ({ e164, international, resendAfter }) => {
      const isAgain = waiting?.e164 === e164;
      setSent((last) => ({ e164, international, resendAfter, sends: (last?.sends ?? 0) + 1, isAgain }));
      utils.phone.get.setData(undefined, (last) => last && { ...last, pending: { e164, international } });
      setEntering(false);
      setDone(null);
    },
  });
  const settle = (kind: keyof typeof DONE) => (settled: PhoneStatus) => {
    utils.phone.get.setData(undefined, settled);
    void utils.securityReview.invalidate();
    setSent(null);
    setAsking(false);
    setDone(kind);
  };
  const remove = useSensitiveMutation({
    perform: (_input: Readonly<Record<string, never>>) => utils.client.phone.remove.mutate(),
    keep: 'remove-phone',
    onSuccess: settle('removed'),
    // What the page shows was not what the server knows: another tab was faster.
    onError: () => void utils.phone.get.invalidate(),
    onVerify: () => setAsking(false),
  });
  const enter = () => {
    setDone(null);
    set.reset();
    remove.reset();
    setEntering(true);
  };
  const isRest = !isEntering && !waiting;

  return (
    <>
      {done && (
        <Notice key={done} tone="success" takeFocus>
          <p>{texts[DONE[done]]}</p>
        </Notice>
      )}
      {remove.failure && !isAsking && <ErrorNotice error={remove.failure} takeFocus />}
      {set.failure && isRest && <ErrorNotice error={set.failure} takeFocus />}
      {status.phone && (
        <Verified
          phone={status.phone}
          isRemoving={remove.isPending && !isAsking}
          opener={opener}
          onChange={isRest ? enter : null}
          onRemove={() => {
            setDone(null);
            remove.reset();
            setAsking(true);
          }}
        />
      )}
      {!status.phone && isRest && (
        <div className={classes['row']}>
          <p>{texts.none}</p>
          <Button variant="default" size="sm" ref={opener} loading={set.isPending} onClick={enter}>
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
              // The button that opened the form has to be there again to have the focus back.
              flushSync(() => setEntering(false));
              opener.current?.focus();
            }}
          />
        </Suspense>
      )}
      {!isEntering && waiting && (
        <PhoneCode
          // A code dies with the next one: that clears what was typed, and what was said of it.
          key={waiting.sends}
          number={waiting.international}
          takeFocus={waiting.sends > 0}
          isAgain={waiting.isAgain}
          request={set}
          resendAfter={waiting.resendAfter}
          onSend={() => set.run({ phone: waiting.e164, country: null })}
          onVerified={settle('verified')}
          onOther={enter}
        />
      )}
      <RemovePhoneDialog
        opened={isAsking}
        number={status.phone?.international ?? ''}
        isPending={remove.isPending}
        failure={remove.failure}
        onClose={() => setAsking(false)}
        onRemove={() => remove.run({})}
      />
    </>
  );
}

interface VerifiedProps {
  readonly phone: VerifiedPhone;
  readonly isRemoving: boolean;
  readonly opener: RefObject<HTMLButtonElement | null>;
  /** `null` while another number is being entered. */
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
          {phone.international} <Badge tone="good">{common.verified}</Badge>
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
