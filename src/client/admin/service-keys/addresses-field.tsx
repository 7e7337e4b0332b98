import { useTexts } from '../../language/texts.ts';
import fieldClasses from '../../ui/text-field.module.css';
import { Field, useFieldIds } from '../../ui/text-field.tsx';
import classes from './addresses-field.module.css';

interface AddressesFieldProps {
  readonly value: string;
  readonly issue: string | undefined;
  readonly onChange: (value: string) => void;
}

/** One address or network in each line. */
export function AddressesField({ value, issue, onChange }: AddressesFieldProps) {
  const { serviceKeys: texts } = useTexts();
  const { id, described } = useFieldIds({ description: texts.addressesHint, error: issue });
  return (
    <Field id={id} label={texts.addresses} description={texts.addressesHint} error={issue}>
      <textarea
        {...described}
        data-field="allowedAddresses"
        dir="ltr"
        rows={3}
        className={`${fieldClasses['input']} ${classes['lines']}`}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  );
}
