import type { PasskeyList } from '../../../shared/schemas/passkeys.ts';
import { trpc } from '../../trpc.ts';
import { signalPasskeys } from './webauthn.ts';

export function usePasskeysChanged(): (list: PasskeyList) => void {
  const utils = trpc.useUtils();
  return (list) => {
    utils.passkeys.list.setData(undefined, list);
    signalPasskeys(list.signals);
    // Another sign-in method may be the only one now, or not any more.
    void utils.accounts.list.invalidate();
    void utils.password.get.invalidate();
    void utils.secondFactor.invalidate();
    void utils.securityReview.invalidate();
  };
}
