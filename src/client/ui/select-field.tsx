import type { ComponentProps } from 'react';
import classes from './text-field.module.css';
import { Field, useFieldIds, type FieldProps } from './text-field.tsx';

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, keyof FieldProps | 'children'> {
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

export function SelectField(props: SelectFieldProps) {
  const { label, description, error, size, className, data, ...rest } = props;
  const { id, described } = useFieldIds(props);
  return (
    <Field id={id} {...{ label, description, error, size, className }}>
      <select {...rest} {...described} className={classes['input']} data-arrow>
        {data.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldArrow />
    </Field>
  );
}

export function FieldArrow() {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 16 16" className={classes['arrow']}>
      <path d="m4.5 6.25 3.5 3.5 3.5-3.5" />
    </svg>
  );
}
