import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import type { CreateAccessTokenInput, CreatedAccessToken } from '../../../shared/schemas/access-tokens.ts';
import type { Scope } from '../../../shared/scopes.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Section } from '../section.tsx';
import { DEFAULT_EXPIRY, expiryOf, type Expiry } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { ScopesField } from './scopes-field.tsx';
import classes from './access-tokens.module.css';

interface NewTokenFormProps {
  readonly onCreated: (created: CreatedAccessToken) => void;
}

type Field = 'name' | 'scopes' | 'expires';

/** The form for a new token. */
export function NewTokenForm({ onCreated }: NewTokenFormProps) {
  const { accessTokens: texts, issues } = useTexts();
  const issueOf = useIssueOf();
  const utils = trpc.useUtils();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [expiry, setExpiry] = useState<Expiry>(DEFAULT_EXPIRY);
  /** The fields that were empty on submit. The first one takes the focus. */
  const [missing, setMissing] = useState<readonly Field[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();

  const focus = (field: Field) =>
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  const create = useSensitiveMutation<CreateAccessTokenInput, CreatedAccessToken>({
    perform: (input) => utils.client.accessTokens.create.mutate(input),
    storeAs: 'create-access-token',
    onSuccess: (created) => {
      setName('');
      setScopes([]);
      setExpiry(DEFAULT_EXPIRY);
      onCreated(created);
    },
    onError: (failure) => {
      const invalidField = (['name', 'scopes', 'expires'] as const).find((field) => issueOf(failure, field));
      if (invalidField) focus(invalidField);
    },
  });
  const wait = useRetryWait(create.failure);
  const issueAt = (field: Field, sentence: string) =>
    missing.includes(field) ? sentence : issueOf(create.failure, field);
  const clearMissing = (field: Field) => setMissing((fields) => fields.filter((one) => one !== field));
  const nameIssue = issueAt('name', issues['name-missing']);
  const scopesIssue = issueAt('scopes', issues['scopes-missing']);
  const expiryIssue = issueAt('expires', texts.dayMissing);

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
    else if (expires) create.run({ name: name.trim(), scopes: [...scopes], expires: expires.toISOString() });
  };

  return (
    <Section title={texts.newTitle} hint={texts.newHint}>
      {create.failure && !nameIssue && !scopesIssue && !expiryIssue && (
        <ErrorNotice error={create.failure} takeFocus />
      )}
      <form ref={form} className={classes['form']} onSubmit={submit} noValidate>
        <TextField
          data-field="name"
          label={texts.name}
          description={texts.nameHint}
          size="md"
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            clearMissing('name');
          }}
          error={nameIssue}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
        />
        <ScopesField
          id={`${formId}-scopes`}
          chosen={scopes}
          issue={scopesIssue}
          onChoose={(chosen) => {
            setScopes(chosen);
            clearMissing('scopes');
          }}
        />
        <ExpiryField
          id={`${formId}-expiry`}
          expiry={expiry}
          issue={expiryIssue}
          onChange={(changed) => {
            setExpiry(changed);
            clearMissing('expires');
          }}
        />
        <div>
          <Button type="submit" size="md" loading={create.isPending} disabled={wait > 0}>
            {texts.create}
          </Button>
        </div>
      </form>
    </Section>
  );
}
