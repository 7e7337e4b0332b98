import { at } from '../base-path.ts';
import { errorOfCode } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useTexts } from '../language/texts.ts';
import { useBrand } from '../ui/brand.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import textClasses from './form/sign-in.module.css';
import { LinkForm } from './link-form.tsx';
import { useLinkToken } from './link-token.ts';
import { usePage } from './page-context.ts';
import { useLinkCall } from './use-link-call.ts';

/** Only the button acts. It needs no session. */
export function StopRemovalPage() {
  const { undoEmail, stopRemoval: texts } = useTexts();
  const { completedForm } = usePage();
  const { host } = useBrand();
  const token = useLinkToken();
  const stop = useLinkCall('secondFactor.stopRemoval');
  const { failure, isRefused } = stop;

  if (stop.output ?? completedForm) {
    return (
      <CardLayout title={texts.doneTitle}>
        <div className={textClasses['intro']}>
          <p role="status">{texts.done}</p>
          <p>{texts.password}</p>
        </div>
        <ButtonAnchor href={at('/forgot-password')} size="md" fullWidth>
          {undoEmail.choosePassword}
        </ButtonAnchor>
      </CardLayout>
    );
  }
  const isIncomplete = token === undefined || failure?.code === 'INVALID_INPUT';
  if (!token || isIncomplete || isRefused) {
    const deadLink = (
      <CardLayout title={texts.deadTitle}>
        <ErrorText error={failure && !isIncomplete ? failure : errorOfCode('REMOVAL_LINK_INVALID')} />
        <ButtonAnchor href={at('/sign-in')} size="md" fullWidth>
          {undoEmail.signIn}
        </ButtonAnchor>
      </CardLayout>
    );
    return token === null ? <noscript>{deadLink}</noscript> : deadLink;
  }
  return (
    <CardLayout title={texts.question}>
      <div className={textClasses['intro']}>
        <p>{texts.happened(host)}</p>
        <p>{texts.yourself}</p>
      </div>
      <LinkForm call={stop} fields={{ token }} label={texts.act} onSend={() => stop.start({ token })} />
    </CardLayout>
  );
}
