import { useRef, useState } from 'react';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { toPageError, type PageError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { useAction } from '../use-action.ts';
import type { UserUndo } from '../user/use-user-action.ts';

export interface BulkChange {
  /** Whether the person, as they are now, has still to be changed. A lost answer is then no second change. */
  readonly isNeeded: (user: User) => boolean;
  readonly change: (user: User, reason: string) => Promise<User>;
  /** Without it, what was changed is not restored with a click. */
  readonly undo?: (change: { before: User; after: User }) => UserUndo | null;
}

export interface Refusal {
  readonly user: User;
  readonly error: PageError;
}

export interface BulkOutcome {
  readonly done: number;
  readonly undos: readonly (UserUndo & { readonly id: string })[];
  readonly refused: readonly Refusal[];
}

/** These are about the session, the connection or the server, and not about one person. */
const STOPS: ReadonlySet<ErrorCode> = new Set([
  'SESSION_NOT_FRESH',
  'SECOND_FACTOR_REQUIRED',
  'SessionRequired',
  'ADMINISTRATOR_REQUIRED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
]);

interface BulkInput {
  readonly change: BulkChange;
  readonly reason: string;
}

interface Bulk {
  readonly selected: ReadonlyMap<string, User>;
  readonly deselect: (user: User) => void;
  readonly onEnd: (outcome: BulkOutcome) => void;
}

/**
 * Changes one person after the other, each by a call of its own, with its own row in the audit log. Whoever is
 * done leaves the selection, so a run that was stopped, or had no answer, goes on where it was.
 */
export function useBulk({ selected, deselect, onEnd }: Bulk) {
  const utils = trpc.useUtils();
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const isStopped = useRef(false);

  const perform = async ({ change: { isNeeded, change, undo }, reason }: BulkInput): Promise<BulkOutcome> => {
    isStopped.current = false;
    const total = selected.size;
    const refused: Refusal[] = [];
    const undos: (UserUndo & { readonly id: string })[] = [];
    let done = 0;
    for (const person of selected.values()) {
      if (isStopped.current) break;
      setProgress({ done, total });
      try {
        const before = await utils.client.users.get.query({ id: person.id });
        const after = isNeeded(before) && (await change(before, reason));
        const restore = after && undo?.({ before, after });
        if (restore) undos.push({ ...restore, id: person.id });
        deselect(person);
        done++;
      } catch (cause) {
        const error = toPageError(cause);
        if (STOPS.has(error.code)) throw cause;
        refused.push({ user: person, error });
      }
    }
    return { done, undos, refused };
  };

  const readAgain = () => {
    setProgress(null);
    void utils.users.invalidate();
    void utils.audit.list.invalidate();
  };
  const action = useAction<BulkInput, BulkOutcome>({
    perform: (input) => perform(input).finally(readAgain),
    onSuccess: onEnd,
  });
  return {
    ...action,
    progress,
    close: () => {
      isStopped.current = true;
      action.close();
    },
  };
}
