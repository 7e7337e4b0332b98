import { useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField, focusAndSelect } from '../../ui/text-field.tsx';
import { NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import type { CreateAccessTokenInput } from '../../../shared/schemas/access-tokens.ts';
import type { PageError } from '../../errors.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useTexts } from '../../language/texts.ts';
import { useFormatDay } from '../../ui/format-day.ts';
import { Section } from '../../ui/section.tsx';
import { expiryFrom } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { ScopesField } from './scopes-field.tsx';
import { useCredentialForm } from './use-credential-form.ts';
import classes from './access-tokens.module.css';

interface NewTokenFormProps {
  readonly create: {
    readonly run: (input: CreateAccessTokenInput) => void;
    readonly isPending: boolean;
    readonly failure: PageError | null;
    /** The form may open with what was sent last, after a verification at a provider. */
    readonly variables: CreateAccessTokenInput | undefined;
  };
  readonly onCancel: () => void;
}

const FIELDS = ['name', 'scopes', 'expires'];

export function NewTokenForm({ create, onCancel }: NewTokenFormProps) {
  const { accessTokens: texts, common } = useTexts();
  const formatDay = useFormatDay();
  const nameField = useRef<HTMLInputElement>(null);
  const formId = useId();
  const { failure, isPending, variables } = create;
  const { form, name, scopes, expiry, wait, submit } = useCredentialForm<string>({
    fields: FIELDS,
    isPending,
    failure,
    begin: () =>
      variables
        ? { ...variables, expiry: expiryFrom(variables.expires, new Date()) }
        : { name: texts.defaultName(formatDay(new Date().toISOString())) },
    onSubmit: create.run,
  });
  useEffect(() => focusAndSelect(nameField.current), []);
  return (
    <Section title={texts.newTitle} hint={texts.newHint}>
      {failure && !name.issue && !scopes.issue && !expiry.issue && <ErrorNotice error={failure} takeFocus />}
      <form ref={form} className={classes['form']} onSubmit={submit} noValidate>
        <TextField
          ref={nameField}
          data-field="name"
          label={texts.name}
          description={texts.nameHint}
          size="md"
          value={name.value}
          onChange={(event) => name.set(event.currentTarget.value)}
          error={name.issue}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
        />
        <ScopesField
          id={`${formId}-scopes`}
          chosen={scopes.value}
          issue={scopes.issue}
          onChoose={scopes.set}
        />
        <ExpiryField
          id={`${formId}-expiry`}
          expiry={expiry.value}
          issue={expiry.issue}
          onChange={expiry.set}
        />
        <div className={classes['buttons']}>
          <Button type="submit" size="md" loading={isPending} disabled={wait > 0}>
            {texts.create}
          </Button>
          <Button size="md" variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
        </div>
      </form>
    </Section>
  );
}
