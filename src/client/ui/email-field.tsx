import type { ComponentProps, RefObject } from 'react';
import { TextField } from './text-field.tsx';
import { useTexts } from '../language/texts.ts';

interface EmailFieldProps extends Pick<ComponentProps<typeof TextField>, 'onKeyDown' | 'onBlur' | 'error'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref: RefObject<HTMLInputElement | null>;
}

/** The address by which a person is known here: what password managers file a password under. */
export function EmailField({ onChange, ...rest }: EmailFieldProps) {
  const texts = useTexts().signIn;
  return (
    <TextField
      {...rest}
      label={texts.emailAddress}
      // Not `email`: of such a field a page is not told where the caret is, and it is to stay there (`take-over.ts`).
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
