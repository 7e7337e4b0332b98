import type { PasskeyList } from '../../../shared/schemas/passkeys.ts';
import { trpc } from '../../trpc.ts';
import { useSignInMethodsChanged } from '../session/use-sign-in-methods-changed.ts';
import { signalPasskeys } from './webauthn.ts';

export function usePasskeysChanged(): (list: PasskeyList) => void {
  const utils = trpc.useUtils();
  const signInMethodsChanged = useSignInMethodsChanged();
  return (list) => {
    signInMethodsChanged('passkeys');
    utils.passkeys.list.setData(undefined, list);
    signalPasskeys(list.signals);
  };
}
