import { lazy, Suspense, useEffect, useState } from 'react';
import type { CountryCode } from '../../../shared/phone.ts';
import type { PhoneStatus, VerifiedPhone } from '../../../shared/schemas/phone.ts';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts, useLocale } from '../../language/texts.ts';
import { loadReliably } from '../../load-page.ts';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { NotSet } from '../profile/not-set.tsx';
import { Row, RowAction, RowSkeleton } from '../rows/row.tsx';
import { RowFailure } from '../rows/row-failure.tsx';
import { useOpenByLink, useRow, withSecondsLeft } from '../rows/use-row.tsx';
import { PhoneCode } from './phone-code.tsx';
import type { PhoneDraft } from './phone-form.tsx';
import { Badge } from '../badge.tsx';
import { useFormatDay } from '../format-day.ts';
import { drawsFlags, flagOf } from './flags.ts';
import profileClasses from '../profile/profile.module.css';
import classes from './phone.module.css';

// Deferred: the phone metadata is large, and only this form needs it.
const PhoneForm = lazy(() =>
  loadReliably(async () => ({ default: (await import('./phone-form.tsx')).PhoneForm })),
);

export function PhoneRow() {
  const texts = useTexts().phone;
  const status = trpc.phone.get.useQuery();
  if (status.data) return <PhoneNumber status={status.data} />;
  if (status.failureReason === null) return <RowSkeleton label={texts.title} />;
  return <Row label={texts.title} problem={<QueryErrorNotice query={status} />} />;
}

interface SentCode {
  readonly e164: string;
  readonly international: string;
  /** Seconds, counted from `sentAt`. */
  readonly resendAfter: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  /** The number of codes sent from this page, to any number. */
  readonly sends: number;
  readonly isAgain: boolean;
}

function PhoneNumber({ status }: { readonly status: PhoneStatus }) {
  const { common, phone: texts, profile: profileTexts } = useTexts();
  const row = useRow();
  const [draft, setDraft] = useState<PhoneDraft | null>(null);
  /** The person enters another number, although one waits for its code. */
  const [isEntering, setEntering] = useState(false);
  /** The person has opened it, so its field takes the focus. A row that waits for a code opens by itself. */
  const [isOpened, setOpened] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [sent, setSent] = useState<SentCode | null>(null);
  const utils = trpc.useUtils();
  const waiting =
    sent ?? (status.pending && { ...status.pending, resendAfter: 0, sentAt: 0, sends: 0, isAgain: false });

  const isWaiting = waiting !== null;
  const { openIfNoneIs } = row;
  useOpenByLink(row, 'phone');
  useEffect(() => {
    if (isWaiting) openIfNoneIs();
  }, [isWaiting, openIfNoneIs]);

  const set = useSensitiveMutation({
    perform: ({ phone, country }: { phone: string; country: string | null }) =>
      utils.client.phone.set.mutate({ phone, ...(country !== null && { country }) }),
    storeAs: 'set-phone',
    onSuccess: ({ e164, international, resendAfter }) => {
      const isAgain = waiting?.e164 === e164;
      const sentAt = Date.now();
      setSent((last) => ({
        e164,
        international,
        resendAfter,
        sentAt,
        sends: (last?.sends ?? 0) + 1,
        isAgain,
      }));
      utils.phone.get.setData(undefined, (last) => last && { ...last, pending: { e164, international } });
      setDraft(null);
      setEntering(false);
      row.openUnlessElsewhere();
    },
  });
  const finish = (outcome: 'isVerified' | 'isRemoved') => (newStatus: PhoneStatus) => {
    utils.phone.get.setData(undefined, newStatus);
    void utils.securityReview.invalidate();
    setSent(null);
    setConfirming(false);
    row.close({ text: ({ phone }) => phone[outcome] });
  };
  const remove = useSensitiveMutation({
    perform: (_input: Readonly<Record<string, never>>) => utils.client.phone.remove.mutate(),
    storeAs: 'remove-phone',
    onSuccess: finish('isRemoved'),
    // The page was out of date, for example because of another tab.
    onError: () => void utils.phone.get.invalidate(),
    onVerify: () => setConfirming(false),
  });
  const closeForm = () => {
    set.reset();
    setDraft(null);
    setEntering(false);
    row.close();
  };
  const open = () => {
    // After a return from a provider nothing was typed on this page.
    if (set.failure && set.variables && !waiting) {
      const { phone: text, country } = set.variables;
      // The form sent it, so it is one of its countries.
      const refused: PhoneDraft = { text, caret: text.length, country: country as CountryCode | null };
      setDraft((last) => last ?? refused);
    }
    set.reset();
    remove.reset();
    setSent((last) => last && withSecondsLeft(last));
    setOpened(true);
    row.open();
  };

  const { phone } = status;
  const isForm = isEntering || !waiting;
  const failure = isConfirming ? null : (remove.failure ?? set.failure);
  return (
    <Row
      row={row}
      label={texts.title}
      isUnsaved={draft !== null && draft.text.trim() !== ''}
      onCancel={isForm ? closeForm : () => row.close()}
      actions={
        <>
          {phone && (
            <RowAction
              label={texts.remove}
              isDangerous
              loading={remove.isPending && !isConfirming}
              onClick={() => {
                remove.reset();
                setConfirming(true);
              }}
            >
              {common.remove}
            </RowAction>
          )}
          <RowAction
            isOpener
            label={waiting ? profileTexts.enterCode : phone ? texts.change : texts.add}
            onClick={open}
          >
            {waiting ? profileTexts.enterCode : phone ? common.change : profileTexts.add}
          </RowAction>
        </>
      }
      problem={failure && !row.isOpen && <RowFailure row={row} error={failure} />}
      editor={
        isForm ? (
          <Suspense>
            <PhoneForm
              draft={draft}
              isPending={set.isPending}
              failure={set.failure}
              sent={set.variables}
              onChange={setDraft}
              onSend={set.run}
              onCancel={closeForm}
            />
          </Suspense>
        ) : (
          <PhoneCode
            // A new code replaces the last one, so the input and its error are cleared.
            key={waiting.sends}
            number={waiting.international}
            takeFocus={isOpened || waiting.sends > 0}
            isAgain={waiting.isAgain}
            request={set}
            resendAfter={waiting.resendAfter}
            onSend={() => set.run({ phone: waiting.e164, country: null })}
            onVerified={finish('isVerified')}
            onOther={() => {
              set.reset();
              setEntering(true);
            }}
            onClose={() => row.close()}
          />
        )
      }
    >
      {phone ? <VerifiedNumber phone={phone} /> : <NotSet />}
      {waiting && !row.isOpen && (
        <p className={profileClasses['note']}>{profileTexts.notConfirmedYet(waiting.international)}</p>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={texts.removeTitle}
          meaning={texts.removeWarning(phone?.international ?? '')}
          mutation={remove}
          onClose={() => setConfirming(false)}
          onConfirm={() => remove.run({})}
        />
      )}
    </Row>
  );
}

function VerifiedNumber({ phone }: { readonly phone: VerifiedPhone }) {
  const { common, phone: texts } = useTexts();
  const formatDay = useFormatDay();
  const countryNames = new Intl.DisplayNames(useLocale(), { type: 'region' });
  const [hasFlags] = useState(drawsFlags);
  const { country, international, verifiedAt } = phone;
  return (
    <>
      <span className={classes['number']}>
        {hasFlags && country !== null && <span aria-hidden="true">{flagOf(country)} </span>}
        <bdi>{international}</bdi>
      </span>
      <Badge tone="good">{common.verified}</Badge>
      <p className={profileClasses['note']}>
        {country !== null && `${countryNames.of(country)} · `}
        {texts.since(formatDay(verifiedAt))}
      </p>
    </>
  );
}
