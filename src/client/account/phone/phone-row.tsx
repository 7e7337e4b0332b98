import { Suspense, useState } from 'react';
import type { CountryCode } from '../../../shared/phone.ts';
import type { PhoneStatus, VerifiedPhone } from '../../../shared/schemas/phone.ts';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { useSignInMethodsChanged } from '../../features/session/use-sign-in-methods-changed.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts, useLocale } from '../../language/texts.ts';
import { toActionError } from '../../errors.ts';
import { lazyPart } from '../../load-page.ts';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { NotSet } from '../profile/not-set.tsx';
import { Row, RowAction, RowSkeleton } from '../rows/row.tsx';
import { RowFailure } from '../rows/row-failure.tsx';
import { SentCode, type SentCodeState } from '../rows/sent-code.tsx';
import { useCodeRow } from '../rows/use-code-row.ts';
import { useOpenByLink } from '../rows/use-row.tsx';
import { Button } from '../../ui/button.tsx';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { toTextMessageError } from '../../ui/text-message-error.ts';
import type { PhoneDraft } from './phone-form.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useFormatDay } from '../../ui/format-day.ts';
import { drawsFlags, flagOf } from './flags.ts';
import profileClasses from '../profile/profile.module.css';
import classes from './phone.module.css';

// Deferred: the phone metadata is large, and only this form needs it.
const PhoneForm = lazyPart(async () => (await import('./phone-form.tsx')).PhoneForm);

export function PhoneRow() {
  const texts = useTexts().phone;
  const status = trpc.phone.get.useQuery();
  if (status.data) return <PhoneNumber status={status.data} />;
  if (status.failureReason === null) return <RowSkeleton label={texts.title} />;
  return <Row label={texts.title} problem={<QueryErrorNotice query={status} />} />;
}

function PhoneNumber({ status }: { readonly status: PhoneStatus }) {
  const { common, phone: texts, profile: profileTexts } = useTexts();
  const [draft, setDraft] = useState<PhoneDraft | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const utils = trpc.useUtils();
  const signInMethodsChanged = useSignInMethodsChanged();
  const code = useCodeRow<NonNullable<PhoneStatus['pending']>>({ pending: status.pending, isOver: false });
  const { row, waiting } = code;
  useOpenByLink(row, 'phone');

  const set = useSensitiveMutation({
    perform: ({ phone, country }: { phone: string; country: string | null }) =>
      utils.client.phone.set.mutate({ phone, ...(country !== null && { country }) }),
    storeAs: 'set-phone',
    onSuccess: ({ e164, international, resendAfter }) => {
      const pending = { e164, international };
      utils.phone.get.setData(undefined, (last) => last && { ...last, pending });
      setDraft(null);
      code.onSent(pending, { resendAfter, isAgain: waiting?.e164 === e164 });
    },
  });
  const finish = (outcome: 'isVerified' | 'isRemoved') => (newStatus: PhoneStatus) => {
    signInMethodsChanged('phone');
    utils.phone.get.setData(undefined, newStatus);
    code.forgetSent();
    setConfirming(false);
    row.close(({ phone }) => phone[outcome]);
  };
  const remove = useSensitiveMutation({
    perform: (_input: Readonly<Record<string, never>>) => utils.client.phone.remove.mutate(),
    storeAs: 'remove-phone',
    onSuccess: finish('isRemoved'),
    // The page was out of date, for example because of another tab.
    onError: () => signInMethodsChanged(),
    onVerify: () => setConfirming(false),
  });
  const closeForm = () => {
    set.reset();
    setDraft(null);
    code.closeForm();
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
    code.open();
  };

  const { phone } = status;
  const isForm = code.isEntering || !waiting;
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
            takeFocus={code.takesFocus}
            isAgain={waiting.isAgain}
            request={set}
            resendAfter={waiting.resendAfter}
            onSend={() => set.run({ phone: waiting.e164, country: null })}
            onVerified={finish('isVerified')}
            onOther={() => {
              set.reset();
              code.onOther();
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

interface PhoneCodeProps extends SentCodeState {
  /** In international format. */
  readonly number: string;
  readonly onVerified: (status: PhoneStatus) => void;
  readonly onClose: () => void;
}

function PhoneCode({ number, onVerified, onClose, ...sent }: PhoneCodeProps) {
  const { phone: texts, codes, common } = useTexts();
  const verify = trpc.phone.verify.useMutation({ onSuccess: onVerified });
  return (
    <SentCode
      {...sent}
      texts={{
        code: codes.fromText,
        confirm: texts.verify,
        sendNew: codes.sendNew,
        sendAgain: codes.sendAgain,
        sentAgain: codes.newCode,
        other: texts.another,
      }}
      isPending={verify.isPending}
      failure={verify.error && toTextMessageError(toActionError(verify.error))}
      cancelButton={
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
      }
      onCode={(code) => verify.mutate({ code })}
    >
      <InterpolatedText text={texts.textSent}>
        <strong className={classes['unbroken']}>{number}</strong>
      </InterpolatedText>
    </SentCode>
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
