import { useId, type ComponentProps, type ReactNode } from 'react';
import classes from './text-field.module.css';

interface FieldProps {
  readonly label?: ReactNode;
  readonly description?: ReactNode;
  /** What is wrong with the value; nothing while nothing is. */
  readonly error?: ReactNode;
  readonly size?: 'sm' | 'md';
  readonly className?: string | undefined;
}

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps> {
  /** Inside the field, at its end; it may be pressed. */
  readonly rightSection?: ReactNode;
  readonly inputClassName?: string | undefined;
}

/** A field of one line with its label above it, and below it what is wrong. */
export function TextField(props: TextFieldProps) {
  const { label, description, error, size, className, rightSection, inputClassName, ...rest } = props;
  const { id, described } = useFieldIds(props);
  return (
    <Field id={id} {...{ label, description, error, size, className }}>
      <input
        {...rest}
        {...described}
        className={joined(classes['input'], inputClassName)}
        {...(rightSection !== undefined && { 'data-right': true })}
      />
      {rightSection !== undefined && <div className={classes['right']}>{rightSection}</div>}
    </Field>
  );
}

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, keyof FieldProps | 'children'> {
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

/** The browser's own list of a few values. */
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

/** Says that a field opens a list. */
export function FieldArrow() {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 16 16" className={classes['arrow']}>
      <path d="m4.5 6.25 3.5 3.5 3.5-3.5" />
    </svg>
  );
}

interface FrameProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly description: ReactNode;
  readonly error: ReactNode;
  readonly size: 'sm' | 'md' | undefined;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** What every field has around it. The server's sign-in page has the same (`server/pages/sign-in-page.ts`). */
export function Field({ id, label, description, error, size = 'sm', className, children }: FrameProps) {
  return (
    <div className={joined(classes['field'], className)} data-size={size}>
      {label !== undefined && (
        <label htmlFor={id} className={classes['label']}>
          {label}
        </label>
      )}
      {isThere(description) && (
        <p id={`${id}-description`} className={classes['description']}>
          {description}
        </p>
      )}
      <div className={classes['box']}>{children}</div>
      {isThere(error) && (
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

/** The attributes by which a control is tied to its label, its description and its error. */
export function useFieldIds({ id: given, description, error, 'aria-describedby': more }: Described) {
  const made = useId();
  const id = given ?? made;
  const texts = [
    isThere(error) && `${id}-error`,
    isThere(description) && `${id}-description`,
    more !== undefined && more,
  ].filter((each) => each !== false);
  return {
    id,
    described: {
      id,
      ...(isThere(error) && { 'aria-invalid': true }),
      ...(texts.length > 0 && { 'aria-describedby': texts.join(' ') }),
    },
  };
}

function isThere(text: ReactNode): boolean {
  return text !== undefined && text !== null && text !== false && text !== '';
}

function joined(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ');
}
