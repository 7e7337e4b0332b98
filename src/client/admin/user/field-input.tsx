import type { DeclaredField } from '../../../shared/schemas/console.ts';
import type { PageError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { SelectField, TextField } from '../../ui/text-field.tsx';
import { useFieldLabel } from '../field-words.ts';
import { isText } from './field-text.ts';

interface FieldInputProps {
  readonly field: DeclaredField;
  readonly text: string;
  /** The form was sent, so a fault is shown. */
  readonly isChecked: boolean;
  readonly failure: PageError | null;
  readonly onChange: (text: string) => void;
}

export function FieldInput({ field, text, isChecked, failure, onChange }: FieldInputProps) {
  const { person: texts } = useTexts();
  const label = useFieldLabel()(field);
  const issueOf = useIssueOf();
  const fault = field.input === 'number' ? texts.numberInvalid : texts.jsonInvalid;
  const error = isChecked && !isText(field, text) ? fault : issueOf(failure, 'data', field.name);
  if (field.input === 'choice' || field.input === 'boolean') {
    const choices =
      field.input === 'choice'
        ? field.choices.map((value) => ({ value, label: value }))
        : [
            { value: 'true', label: texts.yes },
            { value: 'false', label: texts.no },
          ];
    return (
      <SelectField
        label={label}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={[{ value: '', label: texts.noChoice }, ...choices]}
        error={error}
      />
    );
  }
  return (
    <TextField
      label={label}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...(field.input === 'number' && { inputMode: 'decimal' as const })}
      error={error}
      autoComplete="off"
    />
  );
}
