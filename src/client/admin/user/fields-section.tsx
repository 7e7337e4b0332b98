import { useState } from 'react';
import type { DeclaredField } from '../../../shared/schemas/console.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { Section } from '../../ui/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import classes from '../admin.module.css';
import { Fact } from '../fact.tsx';
import { useFieldLabel, useFieldValue } from '../field-words.ts';
import { FieldInput } from './field-input.tsx';
import { fromText, isText, toText } from './field-text.ts';
import { useUserAction } from './use-user-action.ts';

/** Nothing where the application declares no field that administrators may see. */
export function FieldsSection({ user }: { readonly user: User }) {
  const configuration = trpc.administration.configuration.useQuery();
  const fields = configuration.data?.fields.filter(({ isReadable }) => isReadable) ?? [];
  return fields.length === 0 ? null : <Fields user={user} fields={fields} />;
}

interface NewData {
  readonly id: string;
  readonly data: Record<string, unknown>;
}

interface FieldsProps {
  readonly user: User;
  readonly fields: readonly DeclaredField[];
}

function Fields({ user, fields }: FieldsProps) {
  const { adminConsole, person: texts } = useTexts();
  const labelOf = useFieldLabel();
  const valueOf = useFieldValue();
  const utils = trpc.useUtils();
  const change = useUserAction({
    subject: 'fields',
    perform: (input: NewData) => utils.client.users.setData.mutate(input),
    success: (words) => words.person.saved,
    undo: ({ before, after, input: { id, data } }) => {
      const names = Object.keys(data);
      return {
        isCurrent: (present) =>
          names.every((name) => toText(present.data[name]) === toText(after.data[name])),
        perform: () =>
          utils.client.users.setData.mutate({
            id,
            data: Object.fromEntries(names.map((name) => [name, before.data[name] ?? null])),
          }),
      };
    },
  });
  const writableFields = fields.filter(({ isWritable }) => isWritable);
  return (
    <Section
      title={texts.fieldsTitle}
      action={
        writableFields.length > 0 && (
          <Button variant="default" onClick={change.open}>
            {texts.changeFields}
          </Button>
        )
      }
    >
      <dl className={classes['facts']}>
        {fields.map((field) => (
          <Fact key={field.name} name={labelOf(field)}>
            {valueOf(user.data[field.name]) || adminConsole.none}
          </Fact>
        ))}
      </dl>
      {change.isOpen && <FieldsDialog user={user} fields={writableFields} change={change} />}
    </Section>
  );
}

interface FieldsDialogProps extends FieldsProps {
  readonly change: ReturnType<typeof useUserAction<NewData>>;
}

function FieldsDialog({ user, fields, change }: FieldsDialogProps) {
  const { common, person: texts } = useTexts();
  const first = Object.fromEntries(fields.map((field) => [field.name, toText(user.data[field.name])]));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(first);
  const [isChecked, setChecked] = useState(false);
  const changed = fields.filter(({ name }) => typed[name] !== first[name]);
  const submit = (reason: string) => {
    setChecked(true);
    if (changed.every((field) => isText(field, typed[field.name] ?? ''))) {
      change.run({
        id: user.id,
        data: Object.fromEntries(
          changed.map((field) => [field.name, fromText(field, typed[field.name] ?? '')]),
        ),
        ...(reason !== '' && { reason }),
      });
    }
  };
  return (
    <ActionDialog
      action={change}
      title={texts.changeFieldsTitle}
      submit={common.save}
      reason="kept"
      onSubmit={submit}
    >
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          text={typed[field.name] ?? ''}
          isChecked={isChecked}
          failure={change.failure}
          onChange={(text) => setTyped((others) => ({ ...others, [field.name]: text }))}
        />
      ))}
    </ActionDialog>
  );
}
