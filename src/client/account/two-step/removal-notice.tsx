import type { SecondFactorStatus } from '../../../shared/schemas/second-factor.ts';
import { toActionError } from '../../errors.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Changes } from '../changes.tsx';
import classes from './removal-notice.module.css';

interface RemovalNoticeProps {
  readonly removal: NonNullable<SecondFactorStatus['removal']>;
  readonly isDemanded: SecondFactorStatus['isDemanded'];
  readonly onStopped: (status: SecondFactorStatus) => void;
  readonly onRemoved: (status: SecondFactorStatus) => void;
}

/** The operator removes the second factors. The person stops that here, or has it done at once. */
export function RemovalNotice({ removal, isDemanded, onStopped, onRemoved }: RemovalNoticeProps) {
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
