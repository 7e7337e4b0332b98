import { ERRORS } from '../../shared/errors/catalogue.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { documentId } from '../../shared/schemas/fields.ts';
import {
  createServiceKeyInput,
  type CreateServiceKeyInput,
  type ServiceKey,
} from '../../shared/schemas/service-keys.ts';
import { SERVICE_SCOPES } from '../../shared/service-scopes.ts';
import { AppError } from '../app-error.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  createServiceKey,
  listServiceKeys,
  revokeServiceKey,
} from '../domain/administration/service-keys.ts';
import type { Authority } from '../domain/rules/authority.ts';
import { JSON_OPTION, readArguments, defineCommand, UsageError, type Outcome } from './command-frame.ts';
import { NO_REQUEST } from '../domain/rules/request-context.ts';
import { partsOf } from '../settings/values.ts';

const DEFAULT_DAYS = 90;
const MAX_DAYS = 365;
const SERVER: Authority = { kind: 'server' };

export const SERVICE_KEY_USAGE = `Service keys, with which an application reads and changes its people. A service key is no person and cannot sign in.

  npm run server -- service-key create --name <text> --scopes <list> [--days <number>] [--allow <list>]
      Makes a key and prints it. Foyer stores its hash only, so nothing shows it again.
      --name    which application has it
      --scopes  what it may do: ${SERVICE_SCOPES.join(',')}
      --days    how long it works; default: ${DEFAULT_DAYS}, at most ${MAX_DAYS}
      --allow   the IP addresses and networks that may use it: 203.0.113.7,10.0.0.0/8; default: any
  npm run server -- service-key list
      The keys that work, and those that ended within the last month.
  npm run server -- service-key revoke <id>
      Ends a key at once.

Every command takes --json. The end is 0 when it is done, 1 when it was refused, 2 when the command was not understood.
`;

type Command =
  | { readonly name: 'create'; readonly key: Omit<CreateServiceKeyInput, 'expires'>; readonly days: number }
  | { readonly name: 'list' }
  | { readonly name: 'revoke'; readonly id: string };
type CommandDependencies = Pick<Dependencies, 'collections' | 'now'>;

export const runServiceKeyCommand = defineCommand({ parse, run, refusalOf, usage: SERVICE_KEY_USAGE });

function refusalOf(error: unknown): string | null {
  if (!(error instanceof AppError)) return null;
  const { code } = error;
  return code === 'NOT_FOUND'
    ? 'No service key that works has this id.'
    : `${ERRORS[code].message} ${ERRORS[code].hint}`;
}

function parse(args: readonly string[]): Command {
  const { values: given, positionals } = readOptions(args);
  const [name, id, ...more] = positionals;
  const isCreate = name === 'create';
  const options = [given.name, given.scopes, given.days, given.allow];
  if (!isCreate && options.some((option) => option !== undefined))
    throw new UsageError('Only create takes --name, --scopes, --days and --allow.');
  if (more.length > 0 || (name !== 'revoke' && id !== undefined))
    throw new UsageError('There are too many words.');
  switch (name) {
    case 'create':
      return parseCreate(given);
    case 'list':
      return { name };
    case 'revoke':
      if (id === undefined || !documentId.safeParse(id).success)
        throw new UsageError('revoke takes the id of a service key, as list shows it.');
      return { name, id };
    default:
      throw new UsageError(name === undefined ? 'Say what to do.' : `There is no command ${name}.`);
  }
}

const SHAPE = createServiceKeyInput.shape;

function parseCreate(given: ReturnType<typeof readOptions>['values']): Command {
  const name = SHAPE.name.safeParse(given.name);
  if (!name.success) throw new UsageError('Say which application has it: --name <text>, one line.');
  const scopes = SHAPE.scopes.safeParse(given.scopes === undefined ? [] : partsOf(given.scopes));
  if (!scopes.success)
    throw new UsageError(`Say what it may do: --scopes with one or more of ${SERVICE_SCOPES.join(',')}.`);
  const allowed = SHAPE.allowedAddresses.safeParse(given.allow === undefined ? [] : partsOf(given.allow));
  if (!allowed.success) throw new UsageError(`${given.allow} is no list of IP addresses and networks.`);
  const days = Number(given.days ?? DEFAULT_DAYS);
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
    throw new UsageError(`--days is a number from 1 to ${MAX_DAYS}.`);
  return {
    name: 'create',
    key: { name: name.data, scopes: scopes.data, allowedAddresses: allowed.data },
    days,
  };
}

function readOptions(args: readonly string[]) {
  return readArguments(args, {
    allowPositionals: true,
    options: {
      json: JSON_OPTION,
      name: { type: 'string' },
      scopes: { type: 'string' },
      days: { type: 'string' },
      allow: { type: 'string' },
    },
  });
}

async function run(deps: CommandDependencies, command: Command): Promise<Outcome> {
  switch (command.name) {
    case 'list': {
      const keys = await listServiceKeys(deps);
      return { data: keys, text: keys.map(lineOf).join('') || 'There is no service key.\n' };
    }
    case 'revoke':
      return {
        data: await revokeServiceKey(deps, SERVER, command.id, NO_REQUEST),
        text: `The service key ${command.id} is revoked.\n`,
      };
    case 'create': {
      const expires = new Date(deps.now().getTime() + command.days * DAY_MS).toISOString();
      const created = await createServiceKey(deps, SERVER, { ...command.key, expires }, NO_REQUEST);
      return {
        data: created,
        text: `${created.key}\n\nKeep it now: nothing shows it again. Its id is ${created.serviceKey.id}, and it works until ${expires}.\n`,
      };
    }
  }
}

function lineOf({ id, name, state, scopes, allowedAddresses, expires, lastUsed }: ServiceKey): string {
  const from = allowedAddresses.length === 0 ? '' : `  from ${allowedAddresses.join(',')}`;
  const used = lastUsed === null ? 'never used' : `last used ${lastUsed.at}`;
  return `${id}  ${state}  ${name}  ${scopes.join(',')}${from}  until ${expires}  ${used}\n`;
}
