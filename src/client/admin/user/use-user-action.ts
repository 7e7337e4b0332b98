import type { PageTexts } from '../../../locales/texts.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { useToast } from '../../ui/toasts/toasts.tsx';
import { trpc } from '../../trpc.ts';
import { useAction } from '../use-action.ts';

/** Restores what an action changed, by an ordinary change with its own entry in the audit log. */
export interface UserUndo {
  /** The present person still has what the action left. Somebody else may have changed it since. */
  readonly isCurrent: (present: User) => boolean;
  readonly perform: () => Promise<User>;
}

interface UserAction<Input> {
  /** A later action with this subject ends the undo of this one. */
  readonly subject: string;
  /** Answers with the person as they are then. */
  readonly perform: (input: Input) => Promise<User>;
  readonly success: (texts: PageTexts) => string;
  /** `null`: what was changed is not restored with a click. */
  readonly undo?: (change: { before: User; after: User; input: Input }) => UserUndo | null;
}

/** A toast says that it is done. */
export function useUserAction<Input extends { readonly id: string }>({
  subject,
  perform,
  success,
  undo,
}: UserAction<Input>) {
  const utils = trpc.useUtils();
  const showToast = useToast();
  return useAction({
    perform: async (input: Input) => {
      // The page may show what somebody else has changed since. An undo restores only what this action replaced.
      const before = undo && (await utils.client.users.get.query({ id: input.id }));
      return { before, after: await perform(input) };
    },
    onSuccess: ({ before, after }, input) => {
      const { id } = after;
      utils.users.get.setData({ id }, after);
      void utils.users.list.invalidate();
      void utils.users.inspect.invalidate({ id });
      // The action is in the lists of what happened, too.
      void utils.users.activity.invalidate({ id });
      void utils.audit.list.invalidate();
      // It may be the administrator's own account.
      void utils.session.get.invalidate();
      const restore = before && undo?.({ before, after, input });
      showToast({
        subject: `${subject} of ${id}`,
        text: success,
        ...(restore && {
          undo: {
            isCurrent: async () => restore.isCurrent(await utils.client.users.get.query({ id })),
            run: restore.perform,
          },
        }),
      });
    },
  });
}
