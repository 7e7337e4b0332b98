import type { PageTexts } from '../../../locales/texts.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { useNotice } from '../../account/notices.tsx';
import { trpc } from '../../trpc.ts';
import { useAction } from '../use-action.ts';

/** An action that answers with the person as they are then. `success`: what the page says then. */
export function useUserAction<Input>(
  perform: (input: Input) => Promise<User>,
  success: (texts: PageTexts) => string,
) {
  const utils = trpc.useUtils();
  const { notice, clear, showSuccess } = useNotice();
  const action = useAction({
    perform,
    onSuccess: (user: User) => {
      const { id } = user;
      utils.users.get.setData({ id }, user);
      void utils.users.list.invalidate();
      void utils.users.inspect.invalidate({ id });
      // The action is in the lists of what happened, too.
      void utils.users.activity.invalidate({ id });
      void utils.audit.list.invalidate();
      // It may be the administrator's own account.
      void utils.session.get.invalidate();
      showSuccess(success);
    },
  });
  return {
    ...action,
    notice,
    clear,
    open: () => {
      clear();
      action.open();
    },
  };
}
