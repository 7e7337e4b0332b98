import { addressOf, at } from '../base-path.ts';
import { useRef, useState, type FormEvent } from 'react';
import { toPageErrorOf } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useIssueOf } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';
import { Button } from '../ui/button.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { NewPasswordField } from '../ui/password/new-password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useIsInteractive } from '../ui/use-is-interactive.ts';
import { useRetryWait } from '../ui/use-countdown.ts';
import { CallbackField } from './callback-field.tsx';
import { ProviderButtons } from './form/provider-buttons.tsx';
import { useParameters, usePlace } from './page-context.ts';
import { PageLink } from './page-link.tsx';
import { PasskeyWay } from './passkeys/passkey-way.tsx';
import { useCall } from './use-call.ts';
import { useSignedInElsewhere } from './use-signed-in-elsewhere.ts';
import { Anchor } from '../ui/anchor.tsx';
import { useBrand } from '../ui/brand.ts';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import classes from '../ui/password/password-form.module.css';
import signInClasses from './form/sign-in.module.css';

/** In the order of the form. */
const FIELDS = ['name', 'email', 'password'] as const;
const REQUIRED_FIELDS = ['email', 'password'] as const;
type Field = (typeof FIELDS)[number];
type Values = Record<Field, string>;

/** The next step is always a mail, so that it does not tell whether the address is known. */
export function SignUpPage() {
  const { email: givenEmail = '', callbackUrl } = useParameters();
  const { page, open } = usePlace();
  const texts = useTexts();
  const issueOf = useIssueOf();
  const form = useRef<HTMLFormElement>(null);
  const given = page.failedForm?.values;
  // The fields keep their values themselves. This copy is for what the page says about them.
  const [values, setValues] = useState<Values>({
    name: given?.['name'] ?? '',
    email: given?.['email'] ?? givenEmail,
    password: '',
  });
  const [isIncomplete, setIncomplete] = useState(false);
  const identityProviders = page.providers.filter(({ type }) => type !== 'email');
  useSignedInElsewhere(callbackUrl);

  const focusField = (field: Field) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  const signUp = useCall('password.signUp', {
    onSuccess: async ({ email, resendAfter }) => {
      const address = addressOf('/check-email', { email, callbackUrl, isSignUp: 'true' });
      await open(address, { state: { resendAfter } });
    },
    onFailure: (failure) => {
      const invalidField = FIELDS.find((field) => issueOf(failure, field));
      if (invalidField) focusField(invalidField);
    },
  });
  const hasCalled = signUp.submittedAt > 0;
  const failure = hasCalled || !page.failedForm ? signUp.failure : toPageErrorOf(page.failedForm.failure);
  const sent: { readonly [F in Field]?: string | undefined } | null = hasCalled
    ? signUp.input
    : { ...values, ...given, password: '' };
  const wait = useRetryWait(failure);
  const isFormFailure = failure && !FIELDS.some((field) => issueOf(failure, field));
  // The server's error is about the sent value, not about a later one.
  const issueNow = (field: Field) =>
    (sent?.[field] ?? '') === values[field] ? issueOf(failure, field) : undefined;
  const errorOf = (field: (typeof REQUIRED_FIELDS)[number], missing: string) =>
    isIncomplete && values[field].trim() === '' ? missing : issueNow(field);

  const readValues = (): Values => {
    const data = new FormData(form.current ?? undefined);
    const read = (field: Field) => {
      const value = data.get(field);
      // A form with files would have others than texts.
      return typeof value === 'string' ? value : '';
    };
    return { name: read('name'), email: read('email'), password: read('password') };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = readValues();
    setValues(typed);
    const empty = REQUIRED_FIELDS.find((field) => typed[field].trim() === '');
    setIncomplete(empty !== undefined);
    if (empty) focusField(empty);
    else if (wait === 0 && !signUp.isPending) {
      const { name, ...needed } = typed;
      signUp.start({
        ...needed,
        ...(name.trim() !== '' && { name }),
        ...(callbackUrl !== undefined && { callbackUrl }),
      });
    }
  };

  return (
    <CardLayout title={texts.signUp.title}>
      <ProviderButtons providers={identityProviders} callbackUrl={callbackUrl} />
      {identityProviders.length > 0 && <p className={signInClasses['divider']}>{texts.common.or}</p>}
      <form
        ref={form}
        method="post"
        action={at('/sign-up')}
        onSubmit={submit}
        onInput={() => setValues(readValues())}
        noValidate={useIsInteractive()}
        className={classes['form']}
      >
        <CallbackField callbackUrl={callbackUrl} />
        {isFormFailure && <ErrorNotice error={failure} takeFocus={hasCalled} />}
        <TextField
          label={texts.signUp.name}
          name="name"
          autoComplete="name"
          size="md"
          defaultValue={given?.['name'] ?? ''}
          error={issueNow('name')}
        />
        <EmailField
          defaultValue={given?.['email'] ?? givenEmail}
          error={errorOf('email', texts.signIn.missingEmail)}
        />
        <NewPasswordField
          label={texts.password.label}
          required
          email={values.email}
          name={values.name}
          error={errorOf('password', texts.password.missingNew)}
        />
        <Button type="submit" size="md" fullWidth loading={signUp.isPending} disabled={wait > 0}>
          {texts.signUp.create}
        </Button>
        <Terms className={classes['terms']} />
      </form>
      <PasskeyWay />
      <p className={classes['aside']}>
        {`${texts.signUp.haveOne} `}
        <PageLink
          href={addressOf('/sign-in', { email: givenEmail, callbackUrl })}
          currentHref={() => addressOf('/sign-in', { email: readValues().email.trim(), callbackUrl })}
        >
          {texts.common.signIn}
        </PageLink>
      </p>
    </CardLayout>
  );
}

/** Nothing where the operator names no terms. The links leave the typed form as it is. */
function Terms({ className }: { readonly className?: string | undefined }) {
  const { terms, privacy } = useBrand().links;
  const { common, signUp: texts } = useTexts();
  if (terms === undefined && privacy === undefined) return null;
  const text =
    privacy === undefined
      ? texts.agreeToTerms
      : terms === undefined
        ? texts.agreeToPrivacy
        : texts.agreeToBoth;
  return (
    <p className={className}>
      <InterpolatedText text={text}>
        {terms !== undefined && (
          <Anchor href={terms} target="_blank">
            {common.terms}
          </Anchor>
        )}
        {privacy !== undefined && (
          <Anchor href={privacy} target="_blank">
            {texts.privacy}
          </Anchor>
        )}
      </InterpolatedText>
    </p>
  );
}
