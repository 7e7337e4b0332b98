import type { EmailStatus } from '../../shared/schemas/email.ts';
import { trpc } from '../trpc.ts';
import { signalNames } from './passkeys/signal-names.ts';

export function useEmailChanged(): (status: EmailStatus) => void {
  const utils = trpc.useUtils();
  return (status) => {
    const { email } = status;
    utils.email.get.setData(undefined, status);
    utils.session.get.setData(undefined, (last) => last && { ...last, user: { ...last.user, email } });
    void utils.profile.get.invalidate();
    void utils.password.get.invalidate();
    void utils.accounts.list.invalidate();
    void signalNames(utils);
  };
}
