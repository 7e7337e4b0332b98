import { parseArgs } from 'node:util';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { emailAddress } from '../../shared/schemas/fields.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Dependencies } from '../dependencies.ts';
import { setRoles } from '../domain/administration/roles.ts';
import { isAdministrator, isSuspended } from '../domain/rules/access.ts';
import type { CommandIo } from './provider-command.ts';

export const ADMIN_USAGE = `Gives and takes the role of an administrator. Administrators use the console at /admin.

  npm run admin -- grant <address>
      The person must have signed in with this address, so that it is proven.
  npm run admin -- revoke <address>
      The last administrator keeps the role.
  npm run admin -- list
      The administrators.

The running server sends the mail about it. Every command takes --json. The end is 0 when it is done, 1 when it was refused, 2 when the command was not
understood.
`;

/** The arguments are wrong; the message says which. */
class UsageError extends Error {}

/** The command cannot be carried out; the message says why. */
class RefusedError extends Error {}

type Command = { readonly name: 'list' } | { readonly name: 'grant' | 'revoke'; readonly email: string };

/** Somebody on the server, without a browser. */
const NO_CLIENT = { ip: null, userAgent: null, locale: 'en', proofOfWork: null } as const;

/** Runs `npm run admin -- …` and returns the exit code. Calls `open` only after the arguments were parsed. */
export async function runAdminCommand(
  args: readonly string[],
  io: Pick<CommandIo, 'out' | 'error'>,
  open: () => Promise<Dependencies>,
): Promise<number> {
  const json = args.includes('--json');
  try {
    const command = parse(args);
    const deps = await open();
    const { data, text } = command.name === 'list' ? await list(deps) : await change(deps, command);
    io.out(json ? `${JSON.stringify(data)}\n` : text);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (!isUsage && !(error instanceof RefusedError)) throw error;
    const { message } = error;
    if (json) io.out(`${JSON.stringify({ error: message })}\n`);
    else io.error(isUsage ? `${message}\n\n${ADMIN_USAGE}` : `${message}\n`);
    return isUsage ? 2 : 1;
  }
}

function parse(args: readonly string[]): Command {
  const [name, address, ...others] = readPositionals(args);
  if (name === 'list' && address === undefined) return { name };
  if ((name !== 'grant' && name !== 'revoke') || others.length > 0) {
    throw new UsageError('Say grant <address>, revoke <address> or list.');
  }
  const { data: email } = emailAddress.safeParse(address);
  if (email === undefined) throw new UsageError(`${address ?? 'Nothing'} is no email address.`);
  return { name, email };
}

function readPositionals(args: readonly string[]): string[] {
  try {
    const options = { json: { type: 'boolean', default: false } } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options }).positionals;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

interface Administrator {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly suspended: boolean;
}

async function list(deps: Dependencies): Promise<{ data: unknown; text: string }> {
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

async function change(
  deps: Dependencies,
  { name, email }: Extract<Command, { email: string }>,
): Promise<{ data: unknown; text: string }> {
  const user = await deps.collections.users.findOne({ email, deletedAt: { $exists: false } });
  if (!user || user.emailVerified === null) throw new RefusedError(`Nobody has proven the address ${email}.`);
  const others = (user.roles ?? []).filter((role) => role !== ADMINISTRATOR);
  const isGrant = name === 'grant';
  if (!isGrant && !isAdministrator(user)) throw new RefusedError(`${email} is no administrator.`);
  const roles = isGrant ? [...others, ADMINISTRATOR] : others;
  const input = { id: user._id.toHexString(), roles };
  try {
    await setRoles(deps, { kind: 'server' }, input, NO_CLIENT);
  } catch (error) {
    throw asRefusal(error, email);
  }
  return {
    data: { email, roles },
    text: isGrant ? `${email} is an administrator.\n` : `${email} is no administrator any more.\n`,
  };
}

function asRefusal(error: unknown, email: string): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'LAST_ADMINISTRATOR') {
    return new RefusedError(`${email} is the last administrator. Make somebody else one first.`);
  }
  // The address was changed, or the account deleted, since it was read.
  return error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT'
    ? new RefusedError(`Nobody has proven the address ${email}.`)
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
