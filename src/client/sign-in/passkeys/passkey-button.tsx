import type { ComponentProps } from 'react';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { LastUsedMark } from '../form/last-used.tsx';
import { usePage } from '../page-context.ts';

/** In the server's page, and the same when its code is there. */
export function PasskeyButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  const { signIn, signUp } = useTexts();
  return (
    <Button
      {...props}
      variant="default"
      fullWidth
      leftSection={<PasskeyIcon />}
      rightSection={<LastUsedMark method="passkey" />}
    >
      {(usePage().name === 'sign-up' ? signUp : signIn).byPasskey}
    </Button>
  );
}
