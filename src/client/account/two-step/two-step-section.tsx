import { useState } from 'react';
import { toActionError } from '../../errors.ts';
import { useIntlLocale } from '../../language/intl-locale.ts';
import type { AuthenticatorApp, SecondFactorStatus } from '../../../shared/schemas/second-factor.ts';
import { RECOVERY_CODES_FEW } from '../../../shared/limits.ts';
import { RecoveryCodes } from '../../features/two-step/recovery-codes.tsx';
import { useSetUp } from '../../features/two-step/use-set-up.tsx';
import { useSignInMethodsChanged } from '../../features/session/use-sign-in-methods-changed.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { KeyIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Changes } from '../../ui/changes.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFormatDay } from '../../ui/format-day.ts';
import { ItemDetails, List, ListItem } from '../../ui/list.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { AuthenticatorItem } from './authenticator-item.tsx';
import classes from './two-step-section.module.css';

export function TwoStepSection() {
  const texts = useTexts().twoStep;
  const status = trpc.secondFactor.get.useQuery();
  if (!status.data) {
    return (
      <Section title={texts.title}>
        <QueryErrorNotice query={status} />
        {status.isPending && <Skeleton rows={2} />}
      </Section>
    );
  }
  const { policy, isOn } = status.data;
  if (policy === 'off' && !isOn) return null;
  return <TwoStep status={status.data} />;
}

type Question = { readonly kind: 'remove'; readonly app: AuthenticatorApp } | { readonly kind: 'new-codes' };

function TwoStep({ status }: { readonly status: SecondFactorStatus }) {
  const { twoStep: texts, common } = useTexts();
  const {
    policy,
    isDemanded,
    isOn,
    authenticatorApps,
    passkeys,
    recoveryCodesLeft,
    recoveryCodesCreatedAt,
    removal,
  } = status;
  const utils = trpc.useUtils();
  const signInMethodsChanged = useSignInMethodsChanged();
  const formatDay = useFormatDay();
  const { notice, showSuccess, clear } = useNotice();
  const [question, setQuestion] = useState<Question | null>(null);
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);
  const setStatus = (changed: SecondFactorStatus) => {
    signInMethodsChanged('secondFactor');
    utils.secondFactor.get.setData(undefined, changed);
  };
  const setUp = useSetUp({ onDone: () => showSuccess(({ twoStep }) => twoStep.isSetUp), heading: 'h3' });
  const remove = useSensitiveMutation({
    perform: ({ id }: AuthenticatorApp) => utils.client.secondFactor.removeTotp.mutate({ id }),
    storeAs: null,
    onSuccess: (changed, { name }) => {
      setQuestion(null);
      setStatus(changed);
      showSuccess(({ twoStep }) => (changed.isOn ? twoStep.removed(name) : twoStep.turnedOff));
    },
    // The list was out of date, for example because of another tab.
    onError: () => signInMethodsChanged(),
    onVerify: () => setQuestion(null),
  });
  const createCodes = useSensitiveMutation({
    perform: (_: null) => utils.client.secondFactor.createRecoveryCodes.mutate(),
    storeAs: null,
    onSuccess: ({ status: changed, recoveryCodes }) => {
      setQuestion(null);
      setStatus(changed);
      setNewCodes(recoveryCodes);
    },
    onVerify: () => setQuestion(null),
  });
  const ask = (next: Question) => {
    clear();
    remove.reset();
    createCodes.reset();
    setQuestion(next);
  };
  const failure = question === null ? (remove.failure ?? createCodes.failure ?? setUp.failure) : null;
  const removeWarning = () => {
    if (authenticatorApps.length > 1) return texts.removeWarning;
    // Where a second factor is demanded, a passkey is enough to keep it on.
    return isDemanded && passkeys > 0 ? texts.removeLastAppWarning : texts.removeLastWarning;
  };
  // One thing at a time: a step of the set-up, or codes to save.
  const isBusy = setUp.step !== null || newCodes !== null;
  return (
    <Section title={texts.title} hint={isOn ? texts.onHint : texts.offHint}>
      {notice}
      {removal && (
        <RemovalNotice
          removal={removal}
          isDemanded={isDemanded}
          onStopped={(changed) => {
            setStatus(changed);
            showSuccess(({ twoStep }) => twoStep.removalStopped);
          }}
          onRemoved={(changed) => {
            setStatus(changed);
            showSuccess(({ twoStep }) => twoStep.removedNow);
          }}
        />
      )}
      {failure && <ErrorNotice error={failure} takeFocus />}
      <p>
        <Badge tone={isOn ? 'good' : 'plain'}>{isOn ? texts.on : texts.off}</Badge>{' '}
        {authenticatorApps.length > 0 && texts.summary(authenticatorApps.length, recoveryCodesLeft)}
      </p>
      {setUp.step}
      {newCodes && (
        <RecoveryCodes
          codes={newCodes}
          heading="h3"
          onSaved={() => {
            setNewCodes(null);
            showSuccess(({ twoStep }) => twoStep.codesReplaced);
          }}
        />
      )}
      {isOn && !isBusy && (
        <List>
          {authenticatorApps.map((app) => (
            <AuthenticatorItem
              key={app.id}
              app={app}
              isRemoving={question === null && remove.isPending && remove.variables?.id === app.id}
              onStart={clear}
              onRenamed={(name) => showSuccess(({ twoStep }) => twoStep.renamed(name))}
              onRemove={() => ask({ kind: 'remove', app })}
            />
          ))}
          {passkeys > 0 && (
            <ListItem icon={<KeyIcon />} name={texts.passkeysCount(passkeys)}>
              <ItemDetails>{texts.passkeysHint}</ItemDetails>
            </ListItem>
          )}
          {authenticatorApps.length > 0 && (
            <ListItem
              icon={<KeyIcon />}
              name={
                <>
                  {texts.recoveryCodes}
                  <Badge tone={recoveryCodesLeft <= RECOVERY_CODES_FEW ? 'warning' : 'plain'}>
                    {texts.codesLeft(recoveryCodesLeft)}
                  </Badge>
                </>
              }
              actions={
                <Button
                  variant="default"
                  loading={question === null && createCodes.isPending}
                  onClick={() => ask({ kind: 'new-codes' })}
                >
                  {texts.newCodes}
                </Button>
              }
            >
              {recoveryCodesCreatedAt !== null && (
                <ItemDetails>{texts.codesCreatedOn(formatDay(recoveryCodesCreatedAt))}</ItemDetails>
              )}
            </ListItem>
          )}
        </List>
      )}
      {policy !== 'off' && !isBusy && (
        <Changes>
          <div>
            <Button
              {...(authenticatorApps.length > 0 && { variant: 'default' as const })}
              loading={setUp.isStarting}
              onClick={() => {
                clear();
                setUp.start();
              }}
            >
              {authenticatorApps.length > 0 ? texts.addAnother : texts.setUp}
            </Button>
          </div>
        </Changes>
      )}
      <ItemDetails>{texts.tokensStay}</ItemDetails>
      {question?.kind === 'remove' && (
        <ConfirmDialog
          title={texts.removeTitle(question.app.name)}
          meaning={removeWarning()}
          keep={common.cancel}
          mutation={remove}
          onClose={() => setQuestion(null)}
          onConfirm={() => remove.run(question.app)}
        />
      )}
      {question?.kind === 'new-codes' && (
        <ConfirmDialog
          title={texts.newCodesTitle}
          meaning={texts.newCodesWarning}
          action={texts.newCodes}
          keep={common.cancel}
          mutation={createCodes}
          onClose={() => setQuestion(null)}
          onConfirm={() => createCodes.run(null)}
        />
      )}
    </Section>
  );
}

interface RemovalNoticeProps {
  readonly removal: NonNullable<SecondFactorStatus['removal']>;
  readonly isDemanded: SecondFactorStatus['isDemanded'];
  readonly onStopped: (status: SecondFactorStatus) => void;
  readonly onRemoved: (status: SecondFactorStatus) => void;
}

/** The operator removes the second factors. The person stops that here, or has it done at once. */
function RemovalNotice({ removal, isDemanded, onStopped, onRemoved }: RemovalNoticeProps) {
  const texts = useTexts().twoStep;
  const utils = trpc.useUtils();
  const format = new Intl.DateTimeFormat(useIntlLocale(), { dateStyle: 'full', timeStyle: 'short' });
  const time = format.format(new Date(removal.runsAt));
  // The removal was stopped or carried out in the meantime.
  const refresh = () => void utils.secondFactor.get.invalidate();
  const stop = trpc.secondFactor.cancelRemoval.useMutation({ onSuccess: onStopped, onError: refresh });
  const removeNow = useSensitiveMutation({
    perform: (_: null) => utils.client.secondFactor.removeNow.mutate(),
    storeAs: null,
    onSuccess: onRemoved,
    onError: refresh,
  });
  const failure = stop.error ? toActionError(stop.error) : removeNow.failure;
  return (
    <Notice tone="problem" title={texts.removalTitle}>
      <p>{isDemanded ? texts.removalWithPasskeys(time) : texts.removal(time)}</p>
      <p>{texts.removalReason(removal.reason)}</p>
      <p>{texts.removalStop}</p>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <Changes>
        <div className={classes['buttons']}>
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {texts.stopRemoval}
          </Button>
          <Button variant="subtle" loading={removeNow.isPending} onClick={() => removeNow.run(null)}>
            {texts.removeNow}
          </Button>
        </div>
      </Changes>
    </Notice>
  );
}
