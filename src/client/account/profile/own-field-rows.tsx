import { useEffect, useRef } from 'react';
import type { OwnFieldShape, Profile } from '../../../shared/schemas/profile.ts';
import type { PageError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useLanguage, useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { SelectField, TextField } from '../../ui/text-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { DraftFailure, RowFailure } from '../rows/row-failure.tsx';
import { RowForm } from '../rows/row-form.tsx';
import type { RowState } from '../rows/row-state.ts';
import { Row, RowAction } from '../rows/row.tsx';
import { NotSet } from './not-set.tsx';
import { useDraftRow } from './use-draft-row.ts';

/** The own fields of the application that the person may read. */
export function OwnFieldRows({ profile }: { readonly profile: Profile }) {
  const fields = trpc.profile.fields.useQuery();
  if (!fields.data) return <QueryErrorNotice query={fields} />;
  return (
    fields.data
      // A value that is missing and that only others set tells the person nothing.
      .filter((field) => isEditable(field) || profile.data[field.name] !== undefined)
      .map((field) => <OwnFieldRow key={field.name} field={field} profile={profile} />)
  );
}

function isEditable({ isWritable, input }: OwnFieldShape): boolean {
  return isWritable && input !== 'none';
}

interface OwnFieldRowProps {
  readonly field: OwnFieldShape;
  readonly profile: Profile;
}

function OwnFieldRow({ field, profile }: OwnFieldRowProps) {
  const { texts, locale } = useLanguage();
  const { ownFields, profile: profileTexts, common } = texts;
  const label = field.label[locale] ?? field.label.en ?? field.name;
  const value = profile.data[field.name];
  const utils = trpc.useUtils();
  const update = trpc.profile.setData.useMutation({
    onMutate: () => value ?? null,
    onSuccess: (saved, _input, former) => {
      utils.profile.get.setData(undefined, saved);
      void utils.session.get.invalidate();
      const savedValue = saved.data[field.name];
      closeSaved({
        subject: `field ${field.name}`,
        text: ({ toasts }) =>
          savedValue === undefined ? toasts.fieldRemoved(label) : toasts.fieldSaved(label),
        undo: {
          isCurrent: async () => (await utils.client.profile.get.query()).data[field.name] === savedValue,
          run: () => utils.client.profile.setData.mutate({ data: { [field.name]: former } }),
        },
      });
    },
  });
  const { row, text, isUnsaved, failure, setDraft, closeSaved, form } = useDraftRow({
    stored: textOf(value),
    update,
    send: (draft) => update.mutate({ data: { [field.name]: valueOf(field, draft) } }),
  });
  if (field.input === 'boolean' && field.isWritable) {
    const isOn = value === true;
    return (
      <Row
        row={row}
        label={label}
        actions={
          <Switch
            label={label}
            isOn={isOn}
            isBusy={update.isPending}
            onChange={() => {
              update.reset();
              update.mutate({ data: { [field.name]: !isOn } });
            }}
          />
        }
        problem={failure && <RowFailure row={row} error={failure} />}
      >
        {value === undefined ? <NotSet /> : isOn ? ownFields.yes : ownFields.no}
      </Row>
    );
  }
  return (
    <Row
      row={row}
      label={label}
      isUnsaved={isUnsaved}
      onCancel={form.onCancel}
      actions={
        isEditable(field) && (
          <RowAction
            isOpener
            label={value === undefined ? ownFields.add(label) : ownFields.change(label)}
            onClick={row.open}
          >
            {value === undefined ? profileTexts.add : common.change}
          </RowAction>
        )
      }
      editor={
        <RowForm {...form}>
          <OwnFieldEditor
            row={row}
            field={field}
            label={label}
            value={text}
            failure={failure}
            onChange={setDraft}
          />
        </RowForm>
      }
      problem={failure && !row.isOpen && <DraftFailure row={row} error={failure} />}
    >
      {!row.isOpen && <OwnFieldValue value={value} />}
    </Row>
  );
}

function OwnFieldValue({ value }: { readonly value: unknown }) {
  const { ownFields } = useTexts();
  if (value === undefined || value === null) return <NotSet />;
  if (typeof value === 'boolean') return value ? ownFields.yes : ownFields.no;
  return <bdi>{textOf(value)}</bdi>;
}

interface OwnFieldEditorProps {
  readonly row: RowState;
  readonly field: OwnFieldShape;
  readonly label: string;
  readonly value: string;
  readonly failure: PageError | null;
  readonly onChange: (value: string) => void;
}

function OwnFieldEditor({ row, field, label, value, failure, onChange }: OwnFieldEditorProps) {
  const { ownFields } = useTexts();
  const issue = useIssueOf()(failure, 'data');
  const choice = useRef<HTMLSelectElement>(null);
  const text = useRef<HTMLInputElement>(null);
  useEffect(() => (choice.current ?? text.current)?.focus(), []);
  useEffect(() => {
    if (issue !== undefined) (choice.current ?? text.current)?.focus();
  }, [issue]);
  const shared = { 'aria-label': label, size: 'md', value, error: issue } as const;
  return (
    <>
      {failure && issue === undefined && <DraftFailure row={row} error={failure} />}
      {field.input === 'choice' ? (
        <SelectField
          ref={choice}
          {...shared}
          data={[
            { value: '', label: ownFields.choose },
            ...(field.choices ?? []).map((each) => ({ value: each, label: each })),
          ]}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <TextField
          ref={text}
          {...shared}
          type={field.input === 'number' ? 'number' : 'text'}
          {...(field.input === 'number' && { step: field.isInteger ? 1 : 'any' })}
          min={field.minimum}
          max={field.maximum}
          maxLength={field.maxLength}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </>
  );
}

/** An empty input removes the value. */
function valueOf({ input }: OwnFieldShape, draft: string): string | number | null {
  if (draft.trim() === '') return null;
  return input === 'number' ? Number(draft) : draft;
}

/** Texts and numbers as they are, and everything else as JSON. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
