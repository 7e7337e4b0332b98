import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { emailAddress } from '../../shared/schemas/fields.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Dependencies } from '../dependencies.ts';
import { inspectUser } from '../domain/administration/user-details.ts';
import { setRoles } from '../domain/administration/roles.ts';
import { isAdministrator, isSuspended } from '../domain/rules/access.ts';
import { action, RefusedError, UsageError, type Command, type Outcome } from './command-frame.ts';
import { NO_REQUEST } from '../domain/rules/request-context.ts';

export const adminCommand: Command<Dependencies> = {
  name: 'admin',
  about: 'Gives and takes the role of an administrator. Administrators use the console at /admin.',
  actions: {
    grant: action({
      operand: '<address>',
      about:
        'The person must have signed in by a mail to this address, so that it is verified. They are signed out everywhere.\nSign-in methods that an import or a service key brought must be confirmed by the person.',
      options: { 'remove-unconfirmed': { about: 'removes the methods that are not confirmed' } },
      examples: ['grant ada@example.com'],
      prepare: (address, given) => {
        const email = readAddress(address);
        return (deps) =>
          change(deps, { isGrant: true, email, removeUnconfirmed: given['remove-unconfirmed'] });
      },
    }),
    revoke: action({
      operand: '<address>',
      about: 'The last administrator keeps the role. The running server sends the mail about it.',
      examples: ['revoke ada@example.com'],
      prepare: (address) => {
        const email = readAddress(address);
        return (deps) => change(deps, { isGrant: false, email, removeUnconfirmed: false });
      },
    }),
    list: action({
      about: 'The administrators.',
      examples: ['list --json'],
      prepare: () => list,
    }),
  },
};

function readAddress(text: string): string {
  const { data: email } = emailAddress.safeParse(text);
  if (email === undefined) throw new UsageError(`${text} is no email address.`);
  return email;
}

interface Administrator {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly suspended: boolean;
}

async function list(deps: Dependencies): Promise<Outcome> {
  const users = await deps.collections.users
    .find({ roles: ADMINISTRATOR, deletedAt: { $exists: false } })
    .sort({ createdAt: 1, _id: 1 })
    .toArray();
  const administrators = users.map((user) => toAdministrator(deps, user));
  const lines = administrators.map(
    ({ email, name, suspended, id }) =>
      `${[email ?? 'no address', name, suspended ? 'suspended' : null, id].filter(Boolean).join('  ')}\n`,
  );
  return { data: administrators, text: lines.length > 0 ? lines.join('') : 'Nobody is an administrator.\n' };
}

interface Change {
  readonly isGrant: boolean;
  readonly email: string;
  readonly removeUnconfirmed: boolean;
}

async function change(deps: Dependencies, { isGrant, email, removeUnconfirmed }: Change): Promise<Outcome> {
  const user = await deps.collections.users.findOne({ email, deletedAt: { $exists: false } });
  if (!user || user.emailVerified === null)
    throw new RefusedError(`Nobody has verified the address ${email}.`);
  const others = (user.roles ?? []).filter((role) => role !== ADMINISTRATOR);
  if (!isGrant && !isAdministrator(user)) throw new RefusedError(`${email} is no administrator.`);
  const roles = isGrant ? [...others, ADMINISTRATOR] : others;
  const input = { id: user._id.toHexString(), roles, removeUnconfirmed };
  try {
    await setRoles(deps, { kind: 'server' }, input, NO_REQUEST);
  } catch (error) {
    if (error instanceof AppError && error.code === 'METHODS_UNCONFIRMED')
      throw await refuseUnconfirmed(deps, user);
    throw asRefusal(error, email);
  }
  return {
    data: { email, roles },
    text: isGrant ? `${email} is an administrator.\n` : `${email} is no administrator any more.\n`,
  };
}

async function refuseUnconfirmed(deps: Dependencies, { _id, email }: UserDocument): Promise<RefusedError> {
  const { signInMethods } = await inspectUser(deps, _id.toHexString());
  const unconfirmed = signInMethods.filter(({ isConfirmed }) => !isConfirmed);
  if (unconfirmed.some(({ kind }) => kind === 'email'))
    return new RefusedError(
      `Somebody else said that ${email} is this person's address. They must sign in by a mail to it first.`,
    );
  const names = unconfirmed.map(({ kind, name, label }) => [kind, name, label].filter(Boolean).join(' '));
  return new RefusedError(
    `The person has not confirmed: ${names.join(', ')}. They can sign in by mail and confirm it at /account/security-review, or --remove-unconfirmed removes it.`,
  );
}

function asRefusal(error: unknown, email: string): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'LAST_ADMINISTRATOR') {
    return new RefusedError(`${email} is the last administrator. Make somebody else one first.`);
  }
  // The address was changed or the account deleted since `_id` was read.
  return error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT'
    ? new RefusedError(`Nobody has verified the address ${email}.`)
    : error;
}

function toAdministrator(deps: Dependencies, user: UserDocument): Administrator {
  return {
    id: user._id.toHexString(),
    email: user.email ?? null,
    name: user.name,
    suspended: isSuspended(user, deps.now()),
  };
}
