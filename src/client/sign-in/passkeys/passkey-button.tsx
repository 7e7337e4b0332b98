import { useEffect, useRef, type ComponentProps } from 'react';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { usePage } from '../page-context.ts';

interface PasskeyButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** The button was pressed before its code was loaded. */
  readonly startsAtOnce?: boolean;
}

/** In the server's page, and the same when its code is there. */
export function PasskeyButton({ startsAtOnce = false, ...props }: PasskeyButtonProps) {
  const { signIn, signUp } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!startsAtOnce) return;
    button.current?.focus();
    button.current?.click();
  }, [startsAtOnce]);
  return (
    <Button {...props} ref={button} variant="default" fullWidth leftSection={<PasskeyIcon />}>
      {(usePage().name === 'sign-up' ? signUp : signIn).byPasskey}
    </Button>
  );
}
