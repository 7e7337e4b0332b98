import { useId, type ComponentProps, type ReactNode } from 'react';
import classes from './text-field.module.css';

interface FieldProps {
  readonly label?: ReactNode;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly size?: 'sm' | 'md' | undefined;
  readonly className?: string | undefined;
}

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps> {
  /** At the end of the field; may be a button. */
  readonly rightSection?: ReactNode;
  readonly inputClassName?: string | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, description, error, size, className, rightSection, inputClassName, ...rest } = props;
  const { id, described } = useFieldIds(props);
  return (
    <Field id={id} {...{ label, description, error, size, className }}>
      <input
        {...rest}
        {...described}
        className={joinClassNames(classes['input'], inputClassName)}
        {...(rightSection !== undefined && { 'data-right': true })}
      />
      {rightSection !== undefined && <div className={classes['right']}>{rightSection}</div>}
    </Field>
  );
}

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

interface FrameProps extends FieldProps {
  readonly id: string;
  readonly children: ReactNode;
}

export function Field({ id, label, description, error, size = 'sm', className, children }: FrameProps) {
  return (
    <div className={joinClassNames(classes['field'], className)} data-size={size}>
      {label !== undefined && (
        <label htmlFor={id} className={classes['label']}>
          {label}
        </label>
      )}
      {isPresent(description) && (
        <p id={`${id}-description`} className={classes['description']}>
          {description}
        </p>
      )}
      <div className={classes['box']}>{children}</div>
      {isPresent(error) && (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

interface Described extends Pick<FieldProps, 'description' | 'error'> {
  readonly id?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
}

/** Connects the control with its label, description and error. */
export function useFieldIds({
  id: givenId,
  description,
  error,
  'aria-describedby': ownDescription,
}: Described) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const texts = [
    isPresent(error) && `${id}-error`,
    isPresent(description) && `${id}-description`,
    ownDescription !== undefined && ownDescription,
  ].filter((each) => each !== false);
  return {
    id,
    described: {
      id,
      ...(isPresent(error) && { 'aria-invalid': true }),
      ...(texts.length > 0 && { 'aria-describedby': texts.join(' ') }),
    },
  };
}

function isPresent(text: ReactNode): boolean {
  return text !== undefined && text !== null && text !== false && text !== '';
}

function joinClassNames(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ');
}

/** `select()` alone does not move the focus in every browser. */
export function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
