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
import { action, UsageError, type Command } from './command-frame.ts';
import { NO_REQUEST } from '../domain/rules/request-context.ts';
import { partsOf } from '../settings/values.ts';

const DEFAULT_DAYS = 90;
const MAX_DAYS = 365;
const SERVER: Authority = { kind: 'server' };

type CommandDependencies = Pick<Dependencies, 'collections' | 'now'>;

export const serviceKeyCommand: Command<CommandDependencies> = {
  name: 'service-key',
  about:
    'Service keys, with which an application reads and changes its people. A service key is no person and cannot sign in.',
  refusalOf: (error) => {
    if (!(error instanceof AppError)) return null;
    const { code } = error;
    return code === 'NOT_FOUND'
      ? 'No service key that works has this id.'
      : `${ERRORS[code].message} ${ERRORS[code].hint}`;
  },
  actions: {
    create: action({
      about: 'Makes a key and prints it. Foyer stores its hash only, so nothing shows it again.',
      options: {
        name: { value: '<text>', about: 'which application has it' },
        scopes: { value: '<list>', about: `what it may do: ${SERVICE_SCOPES.join(',')}` },
        days: {
          value: '<number>',
          about: `how long it works; default: ${DEFAULT_DAYS}, at most ${MAX_DAYS}`,
        },
        allow: {
          value: '<list>',
          about: 'the IP addresses and networks that may use it: 203.0.113.7,10.0.0.0/8; default: any',
        },
      },
      examples: ['create --name "Back office" --scopes users:read,users:write'],
      prepare: (_operand, given) => {
        const { key, days } = readKey(given);
        return async (deps) => {
          const expires = new Date(deps.now().getTime() + days * DAY_MS).toISOString();
          const created = await createServiceKey(deps, SERVER, { ...key, expires }, NO_REQUEST);
          return {
            data: created,
            text: `${created.key}\n\nKeep it now: nothing shows it again. Its id is ${created.serviceKey.id}, and it works until ${expires}.\n`,
          };
        };
      },
    }),
    list: action({
      about: 'The keys that work, and those that ended within the last month.',
      examples: ['list'],
      prepare: () => async (deps) => {
        const keys = await listServiceKeys(deps);
        return { data: keys, text: keys.map(lineOf).join('') || 'There is no service key.\n' };
      },
    }),
    revoke: action({
      operand: '<id>',
      about: 'Ends a key at once.',
      examples: ['revoke 6b0312799d927eafad6aced9'],
      prepare: (id) => {
        if (!documentId.safeParse(id).success)
          throw new UsageError('revoke takes the id of a service key, as list shows it.');
        return async (deps) => ({
          data: await revokeServiceKey(deps, SERVER, id, NO_REQUEST),
          text: `The service key ${id} is revoked.\n`,
        });
      },
    }),
  },
};

const SHAPE = createServiceKeyInput.shape;

interface GivenKey {
  readonly name: string | undefined;
  readonly scopes: string | undefined;
  readonly days: string | undefined;
  readonly allow: string | undefined;
}

function readKey(given: GivenKey): { key: Omit<CreateServiceKeyInput, 'expires'>; days: number } {
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
  return { key: { name: name.data, scopes: scopes.data, allowedAddresses: allowed.data }, days };
}

function lineOf({ id, name, state, scopes, allowedAddresses, expires, lastUsed }: ServiceKey): string {
  const from = allowedAddresses.length === 0 ? '' : `  from ${allowedAddresses.join(',')}`;
  const used = lastUsed === null ? 'never used' : `last used ${lastUsed.at}`;
  return `${id}  ${state}  ${name}  ${scopes.join(',')}${from}  until ${expires}  ${used}\n`;
}
