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
import { JSON_OPTION, readArguments, defineCommand, UsageError, type Outcome } from './command-frame.ts';

/** The user reads the reason. */
export const SECOND_FACTOR_REMOVAL_REASON_MAX_LENGTH = 200;

const SECOND_FACTOR_USAGE = `Removes the second factors of a person who has lost them: authenticator apps, recovery codes and trusted browsers. Passkeys
stay, unless SECOND_FACTOR=everyone asks for them, too.

  npm run server -- remove-second-factor --email <address> --reason <text>
      The removal runs in 24 hours. Every verified address of the person gets a mail with the reason and a link that stops it.
      The running server sends the mail and carries the removal out.
  npm run server -- remove-second-factor --list
      The removals that wait.
  npm run server -- remove-second-factor --email <address> --cancel
      Cancels a removal that waits.

Every command takes --json. The end is 0 when it is done, 1 when it was refused, 2 when the command was not understood.
`;

type Command =
  | { readonly name: 'list' }
  | { readonly name: 'cancel'; readonly email: string }
  | { readonly name: 'remove'; readonly email: string; readonly reason: string };

export const runSecondFactorCommand = defineCommand({
  parse,
  run,
  refusalOf: (error) => (error instanceof RemovalError ? error.message : null),
  usage: SECOND_FACTOR_USAGE,
});

const reasonSchema = z.string().trim().min(1).max(SECOND_FACTOR_REMOVAL_REASON_MAX_LENGTH).regex(ONE_LINE);

function parse(args: readonly string[]): Command {
  const { values: given } = readArguments(args, {
    options: {
      json: JSON_OPTION,
      list: { type: 'boolean', default: false },
      cancel: { type: 'boolean', default: false },
      email: { type: 'string' },
      reason: { type: 'string' },
    },
  });
  if (given.list) {
    if (given.email !== undefined || given.reason !== undefined || given.cancel) {
      throw new UsageError('--list stands alone.');
    }
    return { name: 'list' };
  }
  if (given.email === undefined) throw new UsageError('Say whose: --email <address>.');
  const { data: email } = emailAddress.safeParse(given.email);
  if (email === undefined) throw new UsageError(`${given.email} is no email address.`);
  if (given.cancel) {
    if (given.reason !== undefined) throw new UsageError('--cancel takes no reason.');
    return { name: 'cancel', email };
  }
  const { data: reason } = reasonSchema.safeParse(given.reason);
  if (reason === undefined) {
    throw new UsageError(
      `Say why: --reason <text>, one line of at most ${SECOND_FACTOR_REMOVAL_REASON_MAX_LENGTH} characters. The person reads it.`,
    );
  }
  return { name: 'remove', email, reason };
}

async function run(deps: SecurityEventDependencies, command: Command): Promise<Outcome> {
  switch (command.name) {
    case 'list': {
      const removals = await listRemovals(deps);
      const lines = removals.map(
        ({ email, reason, runsAt }) => `${email}  runs at ${runsAt.toISOString()}  ${reason}\n`,
      );
      return { data: removals, text: lines.length > 0 ? lines.join('') : 'No removal waits.\n' };
    }
    case 'cancel':
      await cancelRemovalByOperator(deps, command.email);
      return { data: { email: command.email }, text: `The removal for ${command.email} is cancelled.\n` };
    case 'remove': {
      const requested = await requestRemoval(deps, command);
      const { email, runsAt, mailTo } = requested;
      return {
        data: requested,
        text: `The second factors of ${email} are removed at ${runsAt.toISOString()}, unless the person stops it.\nA mail goes to ${mailTo.join(', ')}.\n`,
      };
    }
  }
}
