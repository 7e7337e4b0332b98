import { TextInput, type TextInputProps } from '@mantine/core';
import type { RefObject } from 'react';
import { useTexts } from '../texts/texts.ts';

interface EmailFieldProps extends Pick<TextInputProps, 'onKeyDown' | 'onBlur' | 'error'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref: RefObject<HTMLInputElement | null>;
}

/** The address by which a person is known here: what password managers file a password under. */
export function EmailField({ onChange, ...rest }: EmailFieldProps) {
  const texts = useTexts().signIn;
  return (
    <TextInput
      {...rest}
      label={texts.emailAddress}
      type="email"
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
