import type { User } from '../../../shared/schemas/users.ts';
import { trpc } from '../../trpc.ts';

/** The action is in the lists of what happened, too. */
export function useStoreUser(): (user: User) => void {
  const utils = trpc.useUtils();
  return (user) => {
    const { id } = user;
    utils.users.get.setData({ id }, user);
    void utils.users.list.invalidate();
    void utils.users.inspect.invalidate({ id });
    void utils.users.activity.invalidate({ id });
    void utils.audit.list.invalidate();
    // It may be the administrator's own account.
    void utils.session.get.invalidate();
  };
}
