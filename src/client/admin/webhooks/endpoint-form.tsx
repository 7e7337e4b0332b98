import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react';
import type { EventType } from '../../../shared/event-types.ts';
import { WEBHOOK_DESCRIPTION_MAX_LENGTH, WEBHOOK_URL_MAX_LENGTH } from '../../../shared/limits.ts';
import { Section } from '../../ui/section.tsx';
import type { PageError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import classes from '../admin.module.css';
import { TypesField } from './types-field.tsx';

export interface EndpointValues {
  readonly url: string;
  readonly description: string | null;
  readonly types: EventType[] | null;
}

export const NEW_ENDPOINT: EndpointValues = { url: '', description: null, types: null };

interface EndpointFormProps {
  readonly title: string;
  readonly hint?: string;
  readonly first: EndpointValues;
  readonly submit: string;
  readonly save: {
    readonly run: (values: EndpointValues) => void;
    readonly isPending: boolean;
    readonly failure: PageError | null;
  };
  readonly onCancel: () => void;
}

const FIELDS = ['url', 'description', 'types'] as const;
type Field = (typeof FIELDS)[number];

export function EndpointForm({ title, hint, first, submit, save, onCancel }: EndpointFormProps) {
  const { common, issues, webhooks: texts } = useTexts();
  const issueOf = useIssueOf();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [url, setUrl] = useState(first.url);
  const [description, setDescription] = useState(first.description ?? '');
  const [chosen, setChosen] = useState({ isAll: first.types === null, types: first.types ?? [] });
  const [missing, setMissing] = useState<Field | null>(null);
  const { failure } = save;
  const wait = useRetryWait(failure);
  const focus = (field: Field) =>
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-field="url"]')?.focus(), []);
  const focusRefusedField = useEffectEvent(() => {
    const field = FIELDS.find((each) => issueOf(failure, each));
    if (field) focus(field);
  });
  const isRefused = failure !== null;
  useEffect(() => {
    if (isRefused) focusRefusedField();
  }, [isRefused]);

  const urlIssue = missing === 'url' ? issues['webhook-url-invalid'] : issueOf(failure, 'url');
  const typesIssue = missing === 'types' ? issues['event-types-missing'] : issueOf(failure, 'types');
  const descriptionIssue = issueOf(failure, 'description');
  const isExplained = [urlIssue, typesIssue, descriptionIssue].some(Boolean);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (wait > 0 || save.isPending) return;
    const isWithoutType = !chosen.isAll && chosen.types.length === 0;
    const empty = url.trim() === '' ? 'url' : isWithoutType ? 'types' : null;
    setMissing(empty);
    if (empty !== null) return focus(empty);
    save.run({
      url: url.trim(),
      description: description.trim() === '' ? null : description.trim(),
      types: chosen.isAll ? null : [...chosen.types],
    });
  };

  return (
    <Section title={title} {...(hint !== undefined && { hint })}>
      {failure && !isExplained && <ErrorNotice error={failure} takeFocus />}
      <form ref={form} className={classes['form']} onSubmit={send} noValidate>
        <TextField
          data-field="url"
          type="url"
          dir="ltr"
          label={texts.address}
          description={texts.addressHint}
          value={url}
          onChange={({ currentTarget }) => {
            setUrl(currentTarget.value);
            setMissing(null);
          }}
          error={urlIssue}
          maxLength={WEBHOOK_URL_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          data-field="description"
          label={texts.description}
          description={texts.descriptionHint}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          error={descriptionIssue}
          maxLength={WEBHOOK_DESCRIPTION_MAX_LENGTH}
          autoComplete="off"
        />
        <TypesField
          id={id}
          chosen={chosen}
          issue={typesIssue}
          onChange={(changed) => {
            setChosen({ ...changed, types: [...changed.types] });
            setMissing(null);
          }}
        />
        <div className={classes['buttons']}>
          <Button type="submit" loading={save.isPending} disabled={wait > 0}>
            {submit}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
        </div>
      </form>
    </Section>
  );
}
