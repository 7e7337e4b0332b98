import type { RefObject } from 'react';
import { PASSWORD_MIN_LENGTH } from '../../../shared/limits.ts';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import { useTexts } from '../../language/texts.ts';

interface NewPasswordFieldProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  /** The account's owner: the password must not contain these. */
  readonly email: string | null;
  readonly name: string | null;
  readonly ref?: RefObject<HTMLInputElement | null>;
}

/** A field for a new password, with its strength. The browser only advises; the server decides. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const texts = useTexts().password;
  const { label = texts.newLabel, value, onChange, error, email, name, ref } = props;
  return (
    <div>
      <PasswordField
        {...(ref && { ref })}
        label={label}
        name="password"
        autoComplete="new-password"
        description={texts.advice(PASSWORD_MIN_LENGTH)}
        value={value}
        onChange={onChange}
        error={error}
      />
      {/* Hidden while an error from the server is shown. */}
      <StrengthMeter password={error === undefined ? value : ''} email={email} name={name} />
    </div>
  );
}
