import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import type { PageError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { DEFAULT_EXPIRY, expiryOf, type Expiry } from './expiry.ts';

type Required = 'name' | 'scopes' | 'expires';

/** An access token or a service key. */
export interface Credential<Scope extends string> {
  readonly name: string;
  readonly scopes: Scope[];
  readonly expires: string;
}

interface CredentialFormOptions<Scope extends string> {
  /** In their order on the page. */
  readonly fields: readonly string[];
  readonly isPending: boolean;
  readonly failure: PageError | null;
  /** Computed once. */
  readonly begin: () => {
    readonly name: string;
    readonly scopes?: readonly Scope[];
    readonly expiry?: Expiry;
  };
  readonly onSubmit: (credential: Credential<Scope>) => void;
}

/** The first empty or refused field takes the focus. */
export function useCredentialForm<Scope extends string>({
  fields,
  isPending,
  failure,
  begin,
  onSubmit,
}: CredentialFormOptions<Scope>) {
  const { accessTokens: texts, issues } = useTexts();
  const issueOf = useIssueOf();
  const [beginning] = useState(begin);
  const [name, setName] = useState(beginning.name);
  const [scopes, setScopes] = useState<readonly Scope[]>(beginning.scopes ?? []);
  const [expiry, setExpiry] = useState<Expiry>(beginning.expiry ?? DEFAULT_EXPIRY);
  const [missing, setMissing] = useState<readonly Required[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const wait = useRetryWait(failure);
  const focus = (field: string) =>
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  const focusRefusedField = useEffectEvent(() => {
    const field = fields.find((each) => issueOf(failure, each));
    if (field !== undefined) focus(field);
  });
  const isRefused = failure !== null;
  useEffect(() => {
    if (isRefused) focusRefusedField();
  }, [isRefused]);

  const issueAt = (field: Required, sentence: string) =>
    missing.includes(field) ? sentence : issueOf(failure, field);
  const change =
    <Value>(field: Required, set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setMissing((all) => all.filter((one) => one !== field));
    };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait > 0 || isPending) return;
    const expires = expiryOf(expiry, new Date());
    const empty: Required[] = [];
    if (name.trim() === '') empty.push('name');
    if (scopes.length === 0) empty.push('scopes');
    if (expires === null) empty.push('expires');
    setMissing(empty);
    if (empty[0]) focus(empty[0]);
    else if (expires) onSubmit({ name: name.trim(), scopes: [...scopes], expires: expires.toISOString() });
  };
  return {
    form,
    name: { value: name, issue: issueAt('name', issues['name-missing']), set: change('name', setName) },
    scopes: {
      value: scopes,
      issue: issueAt('scopes', issues['scopes-missing']),
      set: change('scopes', setScopes),
    },
    expiry: { value: expiry, issue: issueAt('expires', texts.dayMissing), set: change('expires', setExpiry) },
    wait,
    submit,
  };
}
