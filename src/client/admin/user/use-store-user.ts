import type { User } from '../../../shared/schemas/users.ts';
import { trpc } from '../../trpc.ts';

/** The action is in the lists of what happened, too. */
export function useStoreUser(): (person: User) => void {
  const utils = trpc.useUtils();
  return (person) => {
    const { id } = person;
    utils.users.get.setData({ id }, person);
    void utils.users.list.invalidate();
    void utils.users.inspect.invalidate({ id });
    void utils.users.activity.invalidate({ id });
    void utils.audit.list.invalidate();
    // It may be the administrator's own account.
    void utils.session.get.invalidate();
  };
}
