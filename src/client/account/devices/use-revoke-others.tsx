import { useState } from 'react';
import type { ListedSession } from '../../../shared/schemas/session-list.ts';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks first, and updates the cached list. `onSuccess` gets the words for what was ended. */
export function useRevokeOthers(others: readonly ListedSession[], onSuccess: (words: string) => void) {
  const texts = useTexts().devices;
  const utils = trpc.useUtils();
  const [isConfirming, setConfirming] = useState(false);
  const revoke = trpc.session.revokeOthers.useMutation({
    onSuccess: ({ revoked }) => {
      const hadApps = hasApps(othersOf(utils.session.list.getData()));
      utils.session.list.setData(undefined, (sessions) => sessions?.filter(({ current }) => current));
      void utils.activity.invalidate();
      setConfirming(false);
      onSuccess(hadApps ? texts.revokedAll : texts.revokedOthers(revoked));
    },
  });
  return {
    ask: () => {
      revoke.reset();
      setConfirming(true);
    },
    dialog: isConfirming && (
      <ConfirmDialog
        title={hasApps(others) ? texts.revokeAllTitle : texts.revokeOthersTitle(others.length)}
        meaning={texts.revokeOthersMeaning(others.length)}
        action={texts.revokeOthers}
        keep={texts.keepThem}
        mutation={{
          isPending: revoke.isPending,
          failure: revoke.error === null ? null : toActionError(revoke.error),
        }}
        onClose={() => setConfirming(false)}
        onConfirm={() => revoke.mutate()}
      />
    ),
  };
}

export function othersOf(sessions: readonly ListedSession[] | undefined): readonly ListedSession[] {
  return sessions?.filter(({ current }) => !current) ?? [];
}

function hasApps(sessions: readonly ListedSession[]): boolean {
  return sessions.some(({ app }) => app !== null);
}
