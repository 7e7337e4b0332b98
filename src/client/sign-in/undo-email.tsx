import { addressOf, at } from '../base-path.ts';
import { errorOfCode, type PageError } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useTexts } from '../language/texts.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { useBrand } from '../ui/brand.ts';
import textClasses from './form/sign-in.module.css';
import classes from './email-links.module.css';
import { LinkForm } from './link-form.tsx';
import { useLinkToken } from './link-token.ts';
import { usePage } from './page-context.ts';
import { useLinkCall } from './use-link-call.ts';

/** Only the button acts. It needs no session, because somebody else may have the account. */
export function UndoEmailPage() {
  const texts = useTexts().undoEmail;
  const { completedForm } = usePage();
  const { host } = useBrand();
  const token = useLinkToken();
  const undo = useLinkCall('email.undo');
  const { failure, isRefused } = undo;

  const done = undo.output ?? completedForm;
  if (done) return <Undone email={done.email} />;
  const deadLink = <DeadLink error={errorOfCode('EMAIL_UNDO_INVALID')} />;
  if (token === null) return <noscript>{deadLink}</noscript>;
  if (token === undefined || failure?.code === 'INVALID_INPUT') return deadLink;
  if (failure && isRefused) return <DeadLink error={failure} />;
  return (
    <CardLayout title={texts.question}>
      <div className={textClasses['intro']}>
        <p>{texts.happened(host)}</p>
        <ul className={classes['list']}>
          <li>{texts.addressBack}</li>
          <li>{texts.signedOut}</li>
          <li>{texts.removed}</li>
        </ul>
        <p>{texts.yourself}</p>
      </div>
      <LinkForm call={undo} fields={{ token }} label={texts.act} onSend={() => undo.start({ token })} />
    </CardLayout>
  );
}

const METHODS = '/account/sign-in-methods';

function Undone({ email }: { readonly email: string }) {
  const texts = useTexts().undoEmail;
  return (
    <CardLayout title={texts.doneTitle}>
      <div className={textClasses['intro']}>
        <p role="status">{texts.done(email)}</p>
        <h2 className={classes['next']}>{texts.nextTitle}</h2>
        <ol className={classes['list']}>
          <li>{texts.mailStep}</li>
          <li>{texts.signInStep}</li>
          <li>{texts.passwordStep}</li>
        </ol>
      </div>
      <ButtonAnchor href={addressOf('/sign-in', { email, callbackUrl: at(METHODS) })} size="md" fullWidth>
        {texts.signIn}
      </ButtonAnchor>
      <ButtonAnchor href={addressOf('/forgot-password', { email })} variant="default" size="md" fullWidth>
        {texts.choosePassword}
      </ButtonAnchor>
    </CardLayout>
  );
}

function DeadLink({ error }: { readonly error: PageError }) {
  const texts = useTexts().undoEmail;
  return (
    <CardLayout title={texts.deadTitle}>
      <ErrorText error={error} />
      <ButtonAnchor href={at('/sign-in')} size="md" fullWidth>
        {texts.signIn}
      </ButtonAnchor>
    </CardLayout>
  );
}
