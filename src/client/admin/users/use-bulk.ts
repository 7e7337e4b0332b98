import { useRef, useState } from 'react';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { toPageError, type PageError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { useAction } from '../use-action.ts';

export interface BulkChange {
  /** Whether the person, as they are now, has still to be changed. A lost answer is then no second change. */
  readonly isNeeded: (user: User) => boolean;
  readonly change: (user: User, reason: string) => Promise<unknown>;
}

export interface Refusal {
  readonly user: User;
  readonly error: PageError;
}

export interface BulkOutcome {
  readonly done: number;
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

  const perform = async ({ change: { isNeeded, change }, reason }: BulkInput): Promise<BulkOutcome> => {
    isStopped.current = false;
    const total = selected.size;
    const refused: Refusal[] = [];
    let done = 0;
    for (const person of selected.values()) {
      if (isStopped.current) break;
      setProgress({ done, total });
      try {
        const user = await utils.client.users.get.query({ id: person.id });
        if (isNeeded(user)) await change(user, reason);
        deselect(person);
        done++;
      } catch (cause) {
        const error = toPageError(cause);
        if (STOPS.has(error.code)) throw cause;
        refused.push({ user: person, error });
      }
    }
    return { done, refused };
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
