import type { SecondFactorStatus } from '../../../shared/schemas/second-factor.ts';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';
import { Notice } from '../../ui/notice.tsx';

/** Says that the operator removes the second factors, when, and how the person stops it. */
export function RemovalNotice({ removal }: { readonly removal: NonNullable<SecondFactorStatus['removal']> }) {
  const texts = useTexts().twoStep;
  const format = new Intl.DateTimeFormat(useIntlLocale(), { dateStyle: 'full', timeStyle: 'short' });
  return (
    <Notice tone="problem" title={texts.removalTitle}>
      <p>{texts.removal(format.format(new Date(removal.runsAt)))}</p>
      <p>{texts.removalReason(removal.reason)}</p>
      <p>{texts.removalStop}</p>
    </Notice>
  );
}
