import { useParameters, usePage } from '../page-context.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PasskeySignUp } from './passkey-sign-up.tsx';

export function LatePasskeyWay() {
  const { name } = usePage();
  const { callbackUrl } = useParameters();
  return name === 'sign-up' ? (
    <PasskeySignUp callbackUrl={callbackUrl} />
  ) : (
    <PasskeySignIn callbackUrl={callbackUrl} />
  );
}
