import type { ComponentProps } from 'react';
import { useTexts } from '../language/texts.ts';
import { TextField } from './text-field.tsx';

type EmailFieldProps = Pick<
  ComponentProps<typeof TextField>,
  'defaultValue' | 'error' | 'onBlur' | 'onInput' | 'onKeyDown' | 'readOnly' | 'ref'
>;

/** Password managers store a password under this address. */
export function EmailField(props: EmailFieldProps) {
  const texts = useTexts().signIn;
  return (
    <TextField
      {...props}
      label={texts.emailAddress}
      // Not `email`: the browser would change such a value, and the server has the rule.
      type="text"
      name="email"
      required
      autoComplete="username"
      inputMode="email"
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
    />
  );
}
