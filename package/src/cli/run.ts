import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createFoyerClient, type Fetch, type Scope } from '../client.ts';
import { toBase } from '../http.ts';
import { EVENT_TYPES } from '../../../src/shared/event-types.ts';
import { VERSION } from '../../../src/shared/version.ts';
import { isFoyersScope, SCOPES } from '../../../src/shared/scopes.ts';
import { logout, sessions, tokens, toSessionAction, whoami } from './account.ts';
import { readCredentials, requireServiceKey } from './credentials.ts';
import { listen } from './events/listen.ts';
import { tail } from './events/tail.ts';
import { EXIT_CODES, failureOf, NotSignedInError, UsageError, type ExitCode } from './exit-codes.ts';
import { login } from './login.ts';
import { failureText, type Output } from './output.ts';
import { configDirectory } from './private-file.ts';
import { requestConfiguration, types, TYPES_FILE } from './types.ts';
import { users } from './users/users.ts';
import { DEFAULT_SCOPES, helpOf, isCommand, type CommandName } from './usage.ts';

const DEFAULT_URL = 'http://localhost:3000';
const NAME_MAX_LENGTH = 100;

/** The dependencies of the command. Tests replace them. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly openBrowser: (url: string) => void;
  /** The signal ends it early, without an error. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Aborts an endless command. Without a call of it, an interrupt ends the process at once. */
  readonly untilInterrupted: () => AbortSignal;
  readonly isTerminal?: boolean;
}

const OPTIONS = {
  url: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'V', default: false },
  scope: { type: 'string', multiple: true },
  name: { type: 'string' },
  'no-open': { type: 'boolean', default: false },
  out: { type: 'string' },
  from: { type: 'string' },
  'dry-run': { type: 'boolean' },
  provider: { type: 'string', multiple: true },
  'hash-config': { type: 'string' },
  forward: { type: 'string' },
  type: { type: 'string', multiple: true },
  subject: { type: 'string' },
} as const;
const COMMAND_OPTIONS = {
  scope: ['login'],
  name: ['login'],
  'no-open': ['login'],
  out: ['types'],
  from: ['users', 'events', 'listen'],
  'dry-run': ['users'],
  provider: ['users'],
  'hash-config': ['users'],
  forward: ['listen'],
  type: ['events', 'listen'],
  subject: ['events'],
} as const satisfies Partial<Record<keyof typeof OPTIONS, readonly CommandName[]>>;
/** A batch of an import takes longer than other calls. */
const USERS_TIMEOUT_MS = 60_000;

/** Runs one command line and returns the exit code. It never throws. */
export async function run(args: readonly string[], machine: Machine): Promise<ExitCode> {
  const asJson = args.includes('--json');
  try {
    await perform(args, machine);
    return EXIT_CODES.ok;
  } catch (error) {
    machine.stderr(`${failureText(error, asJson)}\n`);
    return failureOf(error).exitCode;
  }
}

async function perform(args: readonly string[], machine: Machine): Promise<void> {
  const { values, positionals } = parse(args);
  const [first, ...others] = positionals;
  const [name, ...rest] = first === 'help' ? others : positionals;
  if (values.version) return machine.stdout(`${VERSION}\n`);
  if (name !== undefined && !isCommand(name))
    throw new UsageError(`There is no “${name}”. See: foyer --help`);
  if (values.help || first === 'help') return machine.stdout(helpOf(name ?? null));
  if (name === undefined) throw new UsageError(`Say what to do.\n\n${helpOf(null)}`);
  for (const option of Object.keys(COMMAND_OPTIONS) as (keyof typeof COMMAND_OPTIONS)[]) {
    const owners: readonly CommandName[] = COMMAND_OPTIONS[option];
    if (values[option] && !owners.includes(name))
      throw new UsageError(`--${option} is for ${owners.join(' and ')}. See: foyer ${name} --help`);
  }
  await command(name, rest, values, machine);
}

export type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function command(name: CommandName, rest: string[], values: Values, machine: Machine): Promise<void> {
  const { env, stdout } = machine;
  const output: Output = {
    line: (text) => (values.json ? undefined : stdout(`${text}\n`)),
    json: (value) => (values.json ? stdout(`${JSON.stringify(value)}\n`) : undefined),
  };
  const directory = configDirectory(env, homedir());
  const file = path.join(directory, 'credentials.json');
  const configuredUrl = values.url ?? (env['FOYER_URL'] || undefined);
  const url = toAddress(configuredUrl ?? (await readCredentials(file)).current ?? DEFAULT_URL);
  const fetchAsCommand: Fetch = (address, init) => {
    const headers = new Headers(init.headers);
    headers.set('user-agent', `foyer-cli/${VERSION}`);
    return fetch(address, { ...init, headers });
  };
  const connect = (token: string) => createFoyerClient({ url, token, fetch: fetchAsCommand });
  if (name === 'users') {
    const connectAs = (serviceKey: string) =>
      createFoyerClient({ url, token: serviceKey, fetch: fetchAsCommand, timeoutMs: USERS_TIMEOUT_MS });
    return users({ rest, options: values, machine, connect: connectAs, output });
  }
  if (name === 'events' || name === 'listen') {
    const following = {
      client: createFoyerClient({ url, serviceKey: requireServiceKey(env), fetch: fetchAsCommand }),
      types: values.type && chosen('event type', EVENT_TYPES, values.type),
      subject: values.subject,
      signal: machine.untilInterrupted(),
      sleep: machine.sleep,
      warn: (text: string) => machine.stderr(`foyer: ${text}\n`),
    };
    const from = toFrom(values.from);
    if (name === 'events') {
      if (rest.length !== 1 || rest[0] !== 'tail')
        throw new UsageError('That is not understood. See: foyer events --help');
      return tail({ from: from ?? 'now' }, following, output);
    }
    if (rest[0] !== undefined)
      throw new UsageError(`“${rest[0]}” is not understood. See: foyer listen --help`);
    return listen({ forward: values.forward, from, directory, following, output });
  }
  const action = name === 'sessions' ? toSessionAction(rest) : null;
  const extraArgument = name === 'tokens' && rest[0] === 'list' ? rest[1] : rest[0];
  if (!action && extraArgument !== undefined)
    throw new UsageError(`“${extraArgument}” is not understood. See: foyer ${name} --help`);

  if (name === 'types') return types({ url, fetch: fetchAsCommand, file: values.out ?? TYPES_FILE, output });

  const fromEnvironment = env['FOYER_TOKEN'] || undefined;
  if (name === 'login') {
    if (fromEnvironment !== undefined)
      throw new UsageError(
        'FOYER_TOKEN is set, and would be used instead of what login keeps. Unset it first.',
      );
    const { sleep, openBrowser } = machine;
    const clientName = (values.name ?? `Foyer CLI on ${hostname()}`).slice(0, NAME_MAX_LENGTH);
    const scopes = values.scope ? await toScopes(values.scope, fetchAsCommand, url) : DEFAULT_SCOPES;
    const open = values['no-open'] ? null : openBrowser;
    return login({
      url,
      fetch: fetchAsCommand,
      connect,
      file,
      clientName,
      scopes,
      open,
      sleep,
      output,
    });
  }
  if (name === 'logout' && fromEnvironment !== undefined)
    throw new UsageError(
      'FOYER_TOKEN is set, which login did not make. Unset it, or revoke it in the browser.',
    );
  const token = fromEnvironment ?? (await readCredentials(file)).servers[url]?.token;
  if (token === undefined)
    throw new NotSignedInError(`You are not signed in at ${url}. Run: foyer login --url ${url}`);
  const parts = { client: connect(token), output };
  if (name === 'logout') return logout({ ...parts, file, url });
  if (name === 'whoami') return whoami(parts);
  return action ? sessions(parts, action) : tokens(parts);
}

/** Asks Foyer for the application's own scopes only for names that are not Foyer's. */
async function toScopes(requested: readonly string[], fetch: Fetch, url: string): Promise<readonly Scope[]> {
  const own = requested.every(isFoyersScope)
    ? []
    : Object.keys((await requestConfiguration(fetch, url)).scopes);
  return chosen<Scope>('scope', [...SCOPES, ...own], requested);
}

function chosen<Name extends string>(
  what: string,
  known: readonly Name[],
  requested: readonly string[],
): readonly Name[] {
  const unknown = requested.find((name) => !known.some((each) => each === name));
  if (unknown !== undefined)
    throw new UsageError(`There is no ${what} “${unknown}”. There are: ${known.join(', ')}`);
  return known.filter((each) => requested.includes(each));
}

function toFrom(text: string | undefined): 'oldest' | 'now' | undefined {
  if (text === undefined || text === 'oldest' || text === 'now') return text;
  throw new UsageError('Events begin --from oldest or --from now.');
}

/** The address of a Foyer, with its `BASE_PATH`. http only for this machine, to protect the token. */
function toAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(`“${text}” is not the address of a Foyer.`);
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isHere)
    throw new UsageError(`${url.origin} is not https: a token sent there could be read by others.`);
  return toBase(url.origin + url.pathname);
}
