import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import type { CreateAccessTokenInput } from '../../../shared/schemas/access-tokens.ts';
import type { ClientError } from '../../errors.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusAndSelect } from '../../ui/password/focus-and-select.ts';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { useFormatDay } from '../format-day.ts';
import { Section } from '../section.tsx';
import { DEFAULT_EXPIRY, expiryFrom, expiryOf, type Expiry } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { ScopesField } from './scopes-field.tsx';
import classes from './access-tokens.module.css';

interface NewTokenFormProps {
  readonly create: {
    readonly run: (input: CreateAccessTokenInput) => void;
    readonly isPending: boolean;
    readonly failure: ClientError | null;
    /** What was sent last. The form may open with it, after a verification at a provider. */
    readonly variables: CreateAccessTokenInput | undefined;
  };
  readonly onCancel: () => void;
}

const FIELDS = ['name', 'scopes', 'expires'] as const;
type Field = (typeof FIELDS)[number];

/** The form for a new token. It opens with a name, which the person may replace by typing. */
export function NewTokenForm({ create, onCancel }: NewTokenFormProps) {
  const { accessTokens: texts, common, issues } = useTexts();
  const issueOf = useIssueOf();
  const formatDay = useFormatDay();
  const [name, setName] = useState(
    () => create.variables?.name ?? texts.defaultName(formatDay(new Date().toISOString())),
  );
  const [scopes, setScopes] = useState<readonly string[]>(create.variables?.scopes ?? []);
  const [expiry, setExpiry] = useState<Expiry>(() =>
    create.variables ? expiryFrom(create.variables.expires, new Date()) : DEFAULT_EXPIRY,
  );
  /** The fields that were empty on submit. The first one takes the focus. */
  const [missing, setMissing] = useState<readonly Field[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const formId = useId();

  const { failure } = create;
  const wait = useRetryWait(failure);
  const focus = (field: Field) =>
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  const focusRefusedField = useEffectEvent(() => {
    const field = FIELDS.find((each) => issueOf(failure, each));
    if (field) focus(field);
  });
  useEffect(() => focusAndSelect(nameField.current), []);
  const isRefused = failure !== null;
  useEffect(() => {
    if (isRefused) focusRefusedField();
  }, [isRefused]);

  const issueAt = (field: Field, sentence: string) =>
    missing.includes(field) ? sentence : issueOf(failure, field);
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
      {failure && !nameIssue && !scopesIssue && !expiryIssue && <ErrorNotice error={failure} takeFocus />}
      <form ref={form} className={classes['form']} onSubmit={submit} noValidate>
        <TextField
          ref={nameField}
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
        <div className={classes['buttons']}>
          <Button type="submit" size="md" loading={create.isPending} disabled={wait > 0}>
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
