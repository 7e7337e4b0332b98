import type { ListedSession } from '../../../shared/schemas/session-list.ts';
import { trpc } from '../../trpc.ts';

/** Ends all other sessions, and updates the cached list at once. */
export function useRevokeOthers(onSuccess: (revoked: number) => void) {
  const utils = trpc.useUtils();
  return trpc.session.revokeOthers.useMutation({
    onSuccess: ({ revoked }) => {
      utils.session.list.setData(undefined, (sessions) => sessions?.filter(({ current }) => current));
      void utils.activity.invalidate();
      onSuccess(revoked);
    },
  });
}

export function othersOf(sessions: readonly ListedSession[] | undefined): readonly ListedSession[] {
  return sessions?.filter(({ current }) => !current) ?? [];
}
