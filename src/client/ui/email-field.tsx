import type { ComponentProps, RefObject } from 'react';
import { TextField } from './text-field.tsx';
import { useTexts } from '../language/texts.ts';

interface EmailFieldProps extends Pick<ComponentProps<typeof TextField>, 'onKeyDown' | 'onBlur' | 'error'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref: RefObject<HTMLInputElement | null>;
}

/** The e-mail address of an account. Password managers store a password under it. */
export function EmailField({ onChange, ...rest }: EmailFieldProps) {
  const texts = useTexts().signIn;
  return (
    <TextField
      {...rest}
      label={texts.emailAddress}
      // Not `email`: such a field does not expose its caret, which `replace-server-form.ts` must restore.
      type="text"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
