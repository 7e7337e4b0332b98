import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react';
import { NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import type { CreateServiceKeyInput } from '../../../shared/schemas/service-keys.ts';
import { SERVICE_SCOPES, type ServiceScope } from '../../../shared/service-scopes.ts';
import { DEFAULT_EXPIRY, expiryOf, type Expiry } from '../../account/access-tokens/expiry.ts';
import { ExpiryField } from '../../account/access-tokens/expiry-field.tsx';
import scopeClasses from '../../account/access-tokens/scopes-field.module.css';
import { Section } from '../../account/section.tsx';
import type { ClientError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import classes from '../admin.module.css';
import { AddressesField } from './addresses-field.tsx';

interface NewKeyFormProps {
  readonly create: {
    readonly run: (input: CreateServiceKeyInput) => void;
    readonly isPending: boolean;
    readonly failure: ClientError | null;
  };
  readonly onCancel: () => void;
}

const FIELDS = ['name', 'scopes', 'expires', 'allowedAddresses'] as const;
type Field = (typeof FIELDS)[number];

/** The form for a new service key. */
export function NewKeyForm({ create, onCancel }: NewKeyFormProps) {
  const { accessTokens: words, common, issues, serviceKeys: texts } = useTexts();
  const issueOf = useIssueOf();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ServiceScope[]>([]);
  const [expiry, setExpiry] = useState<Expiry>(DEFAULT_EXPIRY);
  const [addresses, setAddresses] = useState('');
  /** The fields that were empty on submit. */
  const [missing, setMissing] = useState<readonly Field[]>([]);
  const { failure } = create;
  const wait = useRetryWait(failure);
  const focus = (field: Field) =>
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-field="name"]')?.focus(), []);
  const focusRefusedField = useEffectEvent(() => {
    const field = FIELDS.find((each) => issueOf(failure, each));
    if (field) focus(field);
  });
  const isRefused = failure !== null;
  useEffect(() => {
    if (isRefused) focusRefusedField();
  }, [isRefused]);

  const issueAt = (field: Field, sentence: string) =>
    missing.includes(field) ? sentence : issueOf(failure, field);
  const clearMissing = (field: Field) => setMissing((fields) => fields.filter((one) => one !== field));
  const nameIssue = issueAt('name', issues['name-missing']);
  const scopesIssue = issueAt('scopes', issues['scopes-missing']);
  const expiryIssue = issueAt('expires', words.dayMissing);
  const addressesIssue =
    issueOf(failure, 'allowedAddresses') === undefined ? undefined : texts.addressesInvalid;
  const isExplained = [nameIssue, scopesIssue, expiryIssue, addressesIssue].some(Boolean);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait > 0 || create.isPending) return;
    const expires = expiryOf(expiry, new Date());
    const fields: Field[] = [];
    if (name.trim() === '') fields.push('name');
    if (scopes.length === 0) fields.push('scopes');
    if (expires === null) fields.push('expires');
    setMissing(fields);
    if (fields[0]) focus(fields[0]);
    else if (expires) {
      create.run({
        name: name.trim(),
        scopes: [...scopes],
        expires: expires.toISOString(),
        allowedAddresses: addresses.split(/[\s,]+/).filter(Boolean),
      });
    }
  };

  return (
    <Section title={texts.newTitle} hint={texts.newHint}>
      {failure && !isExplained && <ErrorNotice error={failure} takeFocus />}
      <form ref={form} className={classes['form']} onSubmit={submit} noValidate>
        <TextField
          data-field="name"
          label={words.name}
          description={texts.nameHint}
          value={name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            clearMissing('name');
          }}
          error={nameIssue}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
        />
        <fieldset
          className={classes['fieldset']}
          {...(scopesIssue !== undefined && { 'aria-describedby': `${formId}-scopes` })}
        >
          <legend className={classes['legend']}>{texts.scopesLegend}</legend>
          {SERVICE_SCOPES.map((scope, index) => (
            <label key={scope} className={classes['check']}>
              <input
                type="checkbox"
                {...(index === 0 && { 'data-field': 'scopes' })}
                {...(scopesIssue !== undefined && { 'aria-invalid': true })}
                checked={scopes.includes(scope)}
                onChange={({ currentTarget: { checked } }) => {
                  setScopes(SERVICE_SCOPES.filter((one) => (one === scope ? checked : scopes.includes(one))));
                  clearMissing('scopes');
                }}
              />
              <span className={scopeClasses['words']}>
                {texts.scopes[scope]}
                <code className={scopeClasses['scopeName']}>{scope}</code>
              </span>
            </label>
          ))}
          {scopesIssue !== undefined && (
            <p id={`${formId}-scopes`} className={classes['issue']}>
              {scopesIssue}
            </p>
          )}
        </fieldset>
        <ExpiryField
          id={`${formId}-expiry`}
          expiry={expiry}
          issue={expiryIssue}
          onChange={(changed) => {
            setExpiry(changed);
            clearMissing('expires');
          }}
        />
        <AddressesField value={addresses} issue={addressesIssue} onChange={setAddresses} />
        <div className={classes['buttons']}>
          <Button type="submit" loading={create.isPending} disabled={wait > 0}>
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
