import { useEffect, useRef, useState, type RefObject } from 'react';
import { PASSWORD_MIN_LENGTH } from '../../../shared/limits.ts';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import { useTexts } from '../../language/texts.ts';

interface NewPasswordFieldProps {
  readonly label?: string;
  /** Without a value, the field itself keeps what is typed. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onInput?: () => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
  /** The password must not contain these. */
  readonly email: string | null;
  readonly name: string | null;
  readonly ref?: RefObject<HTMLInputElement | null>;
}

/** The browser only advises; the server decides. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const texts = useTexts().password;
  const { label = texts.newLabel, error, email, name, onInput, ref, ...rest } = props;
  const [typed, setTyped] = useState('');
  const ownRef = useRef<HTMLInputElement>(null);
  const field = ref ?? ownRef;
  // The person may have typed before the script started.
  useEffect(() => setTyped(field.current?.value ?? ''), [field]);
  return (
    <div>
      <PasswordField
        {...rest}
        ref={field}
        label={label}
        name="password"
        autoComplete="new-password"
        description={texts.advice(PASSWORD_MIN_LENGTH)}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          onInput?.();
        }}
        error={error}
      />
      {/* Hidden while an error from the server is shown. */}
      <StrengthMeter password={error === undefined ? (props.value ?? typed) : ''} email={email} name={name} />
    </div>
  );
}
