import { TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTexts } from '../../language/texts.ts';

export type EmailOutcome =
  | { readonly kind: 'cancelled' }
  /** `hadOther`: there was a former address, which got a mail. */
  | { readonly kind: 'confirmed'; readonly email: string; readonly hadOther: boolean };

export function EmailOutcomeNotice({ outcome }: { readonly outcome: EmailOutcome }) {
  const texts = useTexts().email;
  if (outcome.kind === 'cancelled') {
    return (
      <Notice tone="calm" takeFocus>
        <p>{texts.cancelled}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="success" takeFocus>
      <p>{texts.changed(outcome.email)}</p>
      {outcome.hadOther && (
        <>
          <p>{texts.toldFormer}</p>
          <p>
            {texts.otherDevices} <TextLink to="/account/devices">{texts.lookAtDevices}</TextLink>
          </p>
        </>
      )}
    </Notice>
  );
}
