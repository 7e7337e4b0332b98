import { useEffect, useId, useState } from 'react';
import { NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import type { CreateServiceKeyInput } from '../../../shared/schemas/service-keys.ts';
import { SERVICE_SCOPES, type ServiceScope } from '../../../shared/service-scopes.ts';
import { ExpiryField } from '../../account/access-tokens/expiry-field.tsx';
import { useCredentialForm } from '../../account/access-tokens/use-credential-form.ts';
import { Section } from '../../ui/section.tsx';
import type { PageError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from '../admin.module.css';
import { AddressesField } from './addresses-field.tsx';
import choices from '../../ui/choices.module.css';

interface NewKeyFormProps {
  readonly create: {
    readonly run: (input: CreateServiceKeyInput) => void;
    readonly isPending: boolean;
    readonly failure: PageError | null;
  };
  readonly onCancel: () => void;
}

const FIELDS = ['name', 'scopes', 'expires', 'allowedAddresses'];

export function NewKeyForm({ create, onCancel }: NewKeyFormProps) {
  const { accessTokens: words, common, serviceKeys: texts } = useTexts();
  const issueOf = useIssueOf();
  const formId = useId();
  const [addresses, setAddresses] = useState('');
  const { failure, isPending } = create;
  const { form, name, scopes, expiry, wait, submit } = useCredentialForm<ServiceScope>({
    fields: FIELDS,
    isPending,
    failure,
    begin: () => ({ name: '' }),
    onSubmit: (credential) =>
      create.run({ ...credential, allowedAddresses: addresses.split(/[\s,]+/).filter(Boolean) }),
  });
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-field="name"]')?.focus(), [form]);
  const addressesIssue =
    issueOf(failure, 'allowedAddresses') === undefined ? undefined : texts.addressesInvalid;
  const isExplained = [name.issue, scopes.issue, expiry.issue, addressesIssue].some(Boolean);

  return (
    <Section title={texts.newTitle} hint={texts.newHint}>
      {failure && !isExplained && <ErrorNotice error={failure} takeFocus />}
      <form ref={form} className={classes['form']} onSubmit={submit} noValidate>
        <TextField
          data-field="name"
          label={words.name}
          description={texts.nameHint}
          value={name.value}
          onChange={({ currentTarget }) => name.set(currentTarget.value)}
          error={name.issue}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
        />
        <fieldset
          className={choices['group']}
          {...(scopes.issue !== undefined && { 'aria-describedby': `${formId}-scopes` })}
        >
          <legend className={choices['legend']}>{texts.scopesLegend}</legend>
          {SERVICE_SCOPES.map((scope, index) => (
            <label key={scope} className={choices['choice']}>
              <input
                type="checkbox"
                {...(index === 0 && { 'data-field': 'scopes' })}
                {...(scopes.issue !== undefined && { 'aria-invalid': true })}
                checked={scopes.value.includes(scope)}
                onChange={({ currentTarget: { checked } }) =>
                  scopes.set(
                    SERVICE_SCOPES.filter((one) => (one === scope ? checked : scopes.value.includes(one))),
                  )
                }
              />
              <span className={choices['words']}>
                {texts.scopes[scope]}
                <code className={choices['code']}>{scope}</code>
              </span>
            </label>
          ))}
          {scopes.issue !== undefined && (
            <p id={`${formId}-scopes`} className={choices['issue']}>
              {scopes.issue}
            </p>
          )}
        </fieldset>
        <ExpiryField
          id={`${formId}-expiry`}
          expiry={expiry.value}
          issue={expiry.issue}
          onChange={expiry.set}
        />
        <AddressesField value={addresses} issue={addressesIssue} onChange={setAddresses} />
        <div className={classes['buttons']}>
          <Button type="submit" loading={isPending} disabled={wait > 0}>
            {texts.create}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
        </div>
      </form>
    </Section>
  );
}
