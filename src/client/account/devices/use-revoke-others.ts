import type { ListedSession } from '../../../shared/schemas/session-list.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';

/** Ends all other sessions, and updates the cached list at once. `onSuccess` gets the words for what was ended. */
export function useRevokeOthers(onSuccess: (words: string) => void) {
  const texts = useTexts().devices;
  const utils = trpc.useUtils();
  return trpc.session.revokeOthers.useMutation({
    onSuccess: ({ revoked }) => {
      const hadApps = hasApps(othersOf(utils.session.list.getData()));
      utils.session.list.setData(undefined, (sessions) => sessions?.filter(({ current }) => current));
      void utils.activity.invalidate();
      onSuccess(hadApps ? texts.revokedAll : texts.revokedOthers(revoked));
    },
  });
}

export function othersOf(sessions: readonly ListedSession[] | undefined): readonly ListedSession[] {
  return sessions?.filter(({ current }) => !current) ?? [];
}

export function hasApps(sessions: readonly ListedSession[]): boolean {
  return sessions.some(({ app }) => app !== null);
}
