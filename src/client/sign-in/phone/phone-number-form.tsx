import { addressOf, at } from '../../base-path.ts';
import { useRef, useState, type FormEvent } from 'react';
import { labelOfCountry } from '../../../shared/country-label.ts';
import { SIGNED_OUT_PATHS } from '../../../shared/signed-out-page.ts';
import { toPageErrorOf } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useLocale, useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusAndSelect, SelectField, TextField } from '../../ui/text-field.tsx';
import { useIsInteractive } from '../../ui/use-is-interactive.ts';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { CallbackField } from '../callback-field.tsx';
import formClasses from '../form/sign-in.module.css';
import { usePlace } from '../page-context.ts';
import { useCall } from '../use-call.ts';
import { usePhoneFormat } from './use-phone-format.ts';

const ACTION = SIGNED_OUT_PATHS['phone-sign-in'];

/** The browser's own list of countries is small and works without script. The server checks the number. */
export function PhoneNumberForm({ callbackUrl }: { readonly callbackUrl: string | undefined }) {
  const texts = useTexts().phoneSignIn;
  const { page, open } = usePlace();
  const issueOf = useIssueOf();
  const [isMissing, setMissing] = useState(false);
  const country = useRef<HTMLSelectElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const format = usePhoneFormat(number, country);
  const request = useCall('session.requestPhoneCode', {
    onSuccess: ({ international: phone, resendAfter }) =>
      open(addressOf(ACTION, { phone, callbackUrl }), { state: { resendAfter } }),
    onFailure: (failure) => {
      if (issueOf(failure, 'phone')) focusAndSelect(number.current);
    },
  });
  const { failedForm } = page;
  const hasCalled = request.submittedAt > 0;
  const failure = hasCalled || !failedForm ? request.failure : toPageErrorOf(failedForm.failure);
  const issue = issueOf(failure, 'phone');
  const wait = useRetryWait(failure);
  const choices = useCountryChoices();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const phone = number.current?.value ?? '';
    const isEmpty = phone.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) return number.current?.focus();
    if (wait > 0 || request.isPending) return;
    const chosen = country.current?.value ?? '';
    request.start({ phone, ...(chosen !== '' && { country: chosen }) });
  };
  return (
    <form
      method="post"
      action={at(ACTION)}
      onSubmit={submit}
      noValidate={useIsInteractive()}
      className={formClasses['form']}
    >
      <CallbackField callbackUrl={callbackUrl} />
      {failure && !issue && <ErrorNotice error={failure} takeFocus={hasCalled} />}
      <SelectField
        ref={country}
        label={texts.country}
        name="country"
        autoComplete="country"
        size="md"
        defaultValue={failedForm?.values['country'] ?? page.phoneSignIn?.country ?? ''}
        data={[{ value: '', label: texts.chooseCountry }, ...choices]}
        onChange={format.onCountry}
      />
      <TextField
        ref={number}
        label={texts.number}
        name="number"
        type="tel"
        dir="ltr"
        autoComplete="tel"
        size="md"
        required
        defaultValue={failedForm?.values['number'] ?? ''}
        readOnly={request.isAccepted}
        onFocus={() => void format.load()}
        onInput={(event) => {
          setMissing(false);
          format.onInput(event);
        }}
        onPaste={format.onPaste}
        error={isMissing ? texts.missing : issue}
      />
      <Button type="submit" size="md" fullWidth loading={request.isPending} disabled={wait > 0}>
        {texts.sendCode}
      </Button>
    </form>
  );
}

/** The countries are named in the language that the page speaks now. */
function useCountryChoices(): { readonly value: string; readonly label: string }[] {
  const { locale: serverLocale, phoneSignIn } = usePlace().page;
  const locale = useLocale();
  const countries = phoneSignIn?.countries ?? [];
  // The browser may use other names than the server, so this is only for another language.
  const names = locale === serverLocale ? null : new Intl.DisplayNames([locale], { type: 'region' });
  const named = countries.map(({ country, callingCode, name }) => ({
    value: country,
    label: labelOfCountry(names?.of(country) ?? name, callingCode),
  }));
  return names ? named.toSorted((one, other) => one.label.localeCompare(other.label, locale)) : named;
}
