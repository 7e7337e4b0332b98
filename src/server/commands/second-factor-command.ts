import { z } from 'zod';
import { ONE_LINE } from '../../shared/one-line.ts';
import { emailAddress } from '../../shared/schemas/fields.ts';
import type { SecurityEventDependencies } from '../domain/activity/security-events.ts';
import {
  cancelRemovalByOperator,
  listRemovals,
  RemovalError,
  requestRemoval,
} from '../domain/second-factor/removal.ts';
import { action, UsageError, type Command, type Outcome } from './command-frame.ts';

/** The user reads the reason. */
export const SECOND_FACTOR_REMOVAL_REASON_MAX_LENGTH = 200;

const reasonSchema = z.string().trim().min(1).max(SECOND_FACTOR_REMOVAL_REASON_MAX_LENGTH).regex(ONE_LINE);

export const secondFactorCommand: Command<SecurityEventDependencies> = {
  name: 'remove-second-factor',
  about: `Removes the second factors of a person who has lost them: authenticator apps, recovery codes and trusted browsers. Passkeys
stay, unless SECOND_FACTOR=everyone asks for them, too.`,
  refusalOf: (error) => (error instanceof RemovalError ? error.message : null),
  actions: {
    '': action({
      about: `The removal runs in 24 hours. Every verified address of the person gets a mail with the reason and a link that stops it.
The running server sends the mail and carries the removal out.`,
      options: {
        email: { value: '<address>', about: 'whose' },
        reason: { value: '<text>', about: 'why; one line, which the person reads' },
        cancel: { about: 'cancels the removal of this address that waits' },
        list: { about: 'the removals that wait' },
      },
      examples: [
        '--email ada@example.com --reason "Lost phone, ticket 4711"',
        '--list',
        '--email ada@example.com --cancel',
      ],
      prepare: (_operand, { list, cancel, email: address, reason: text }) => {
        if (list) {
          if (address !== undefined || text !== undefined || cancel)
            throw new UsageError('--list stands alone.');
          return listWaiting;
        }
        if (address === undefined) throw new UsageError('Say whose: --email <address>.');
        const { data: email } = emailAddress.safeParse(address);
        if (email === undefined) throw new UsageError(`${address} is no email address.`);
        if (cancel) {
          if (text !== undefined) throw new UsageError('--cancel takes no reason.');
          return (deps) => cancelRemoval(deps, email);
        }
        const { data: reason } = reasonSchema.safeParse(text);
        if (reason === undefined) {
          throw new UsageError(
            `Say why: --reason <text>, one line of at most ${SECOND_FACTOR_REMOVAL_REASON_MAX_LENGTH} characters. The person reads it.`,
          );
        }
        return (deps) => remove(deps, email, reason);
      },
    }),
  },
};

async function listWaiting(deps: SecurityEventDependencies): Promise<Outcome> {
  const removals = await listRemovals(deps);
  const lines = removals.map(
    ({ email, reason, runsAt }) => `${email}  runs at ${runsAt.toISOString()}  ${reason}\n`,
  );
  return { data: removals, text: lines.length > 0 ? lines.join('') : 'No removal waits.\n' };
}

async function cancelRemoval(deps: SecurityEventDependencies, email: string): Promise<Outcome> {
  await cancelRemovalByOperator(deps, email);
  return { data: { email }, text: `The removal for ${email} is cancelled.\n` };
}

async function remove(deps: SecurityEventDependencies, of: string, reason: string): Promise<Outcome> {
  const requested = await requestRemoval(deps, { email: of, reason });
  const { email, runsAt, mailTo } = requested;
  return {
    data: requested,
    text: `The second factors of ${email} are removed at ${runsAt.toISOString()}, unless the person stops it.\nA mail goes to ${mailTo.join(', ')}.\n`,
  };
}
