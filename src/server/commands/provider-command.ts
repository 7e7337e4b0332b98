import type { Dependencies } from '../dependencies.ts';
import {
  checkProvider,
  listForOperator,
  removeProvider,
  type ListedProvider,
} from '../domain/providers/provider-administration.ts';
import { acceptIssuer, nameOfIssuer } from '../domain/providers/provider-issuers.ts';
import { ProviderRegistrationError, registerProvider } from '../domain/providers/provider-registrations.ts';
import { OutgoingCallError } from '../net/outgoing-call-error.ts';
import * as values from '../settings/values.ts';
import {
  JSON_OPTION,
  readArguments,
  defineCommand,
  UsageError,
  type CommandIo,
  type Outcome,
} from './command-frame.ts';

const PROVIDER_USAGE = `Identity providers that Foyer registers with by itself.

  npm run server -- provider add <issuer> [--name <text>] [--domains <list>] [--trust-email]
                          [--auth-method <method>] [--initial-token-stdin]
      Discovers the issuer, registers with it (RFC 7591) and offers it on the sign-in page at once.
      --name         what its button says; default: the issuer's host
      --domains      email domains whose people sign in there: example.com,example.org
      --trust-email  its "email_verified" counts as proof that a person owns an address
      --auth-method  client_secret_basic, client_secret_post, private_key_jwt or none
      --initial-token-stdin  reads the initial access token, where the provider wants one, from the standard input
  npm run server -- provider list
  npm run server -- provider test <id>      discovery, keys, and whether the registration still holds (RFC 7592)
  npm run server -- provider remove <id> [--force]
      Ends the registration at the provider, then here. Refused while it is somebody's only sign-in method.
  npm run server -- provider accept-issuer <id>
      The issuer of this id in the settings has changed, and the server does not start. This says that the new issuer names the same
      people: whoever signs in there is signed in as the person with the same subject at the old one.

Every command takes --json. The end is 0 when it is done, 1 when it failed or a check did, 2 when the command was not understood.
`;

interface ProviderCommandIo extends CommandIo {
  readonly readInput: () => Promise<string>;
}

type CommandDependencies = Pick<
  Dependencies,
  'collections' | 'vault' | 'settings' | 'identityProviders' | 'providerCalls' | 'now' | 'log'
>;

export const runProviderCommand = defineCommand({ parse, run, refusalOf, usage: PROVIDER_USAGE });

function refusalOf(error: unknown): string | null {
  return error instanceof ProviderRegistrationError || error instanceof OutgoingCallError
    ? error.message
    : null;
}

const COMMANDS = ['add', 'list', 'test', 'remove', 'accept-issuer'] as const;

interface Command {
  readonly name: (typeof COMMANDS)[number];
  readonly subject: string;
  readonly force: boolean;
  readonly trustEmail: boolean;
  readonly label: string | undefined;
  readonly domains: readonly string[];
  readonly method: ReturnType<typeof values.authMethod.parse> | undefined;
  readonly tokenFromInput: boolean;
}

function parse(args: readonly string[]): Command {
  const { values: given, positionals } = readArguments(args, {
    allowPositionals: true,
    options: {
      json: JSON_OPTION,
      force: { type: 'boolean', default: false },
      'trust-email': { type: 'boolean', default: false },
      'initial-token-stdin': { type: 'boolean', default: false },
      name: { type: 'string' },
      domains: { type: 'string' },
      'auth-method': { type: 'string' },
    },
  });
  const [commandName, subject, ...more] = positionals;
  const name = COMMANDS.find((command) => command === commandName);
  if (name === undefined) {
    throw new UsageError(
      commandName === undefined ? 'Say what to do.' : `There is no command ${commandName}.`,
    );
  }
  if (more.length > 0 || (name === 'list') !== (subject === undefined)) {
    throw new UsageError(
      name === 'list' ? 'list takes no name.' : `${name} takes one ${name === 'add' ? 'issuer' : 'id'}.`,
    );
  }
  const checked = <T>(
    what: string,
    schema: { safeParse(text: string): { data?: T } },
    text: string | undefined,
  ) => {
    if (text === undefined) return undefined;
    const { data } = schema.safeParse(text);
    if (data === undefined) throw new UsageError(`${text} is no ${what}.`);
    return data;
  };
  return {
    name,
    subject: (name === 'add' ? checked('issuer', values.issuer, subject) : subject) ?? '',
    force: given.force,
    trustEmail: given['trust-email'],
    label: given.name,
    domains: checked('list of domains', values.domains, given.domains) ?? [],
    method: checked('way of client authentication', values.authMethod, given['auth-method']),
    tokenFromInput: given['initial-token-stdin'],
  };
}

async function run(deps: CommandDependencies, command: Command, io: ProviderCommandIo): Promise<Outcome> {
  switch (command.name) {
    case 'list': {
      const providers = await listForOperator(deps);
      return { data: providers, text: tableOf(providers) };
    }
    case 'add':
      return add(deps, command, io);
    case 'test': {
      const checks = await checkProvider(deps, command.subject);
      const lines = checks.map(({ what, ok, detail }) => `${ok ? 'good' : 'BAD '}  ${what}: ${detail}\n`);
      return { exitCode: checks.every(({ ok }) => ok) ? 0 : 1, data: checks, text: lines.join('') };
    }
    case 'remove':
      return remove(deps, command);
    case 'accept-issuer':
      return accept(deps, command);
  }
}

async function add(deps: CommandDependencies, command: Command, io: ProviderCommandIo): Promise<Outcome> {
  const { subject: issuer, label, domains, trustEmail, method } = command;
  const owner = deps.identityProviders
    .list()
    .find((each) => each.domains.some((domain) => domains.includes(domain)));
  if (owner)
    throw new ProviderRegistrationError(
      `One of these domains is ${owner.id}'s already: leave it to one of them.`,
    );
  const initialAccessToken = command.tokenFromInput ? (await io.readInput()).trim() : undefined;
  const name = label ?? new URL(issuer).host;
  const added = {
    issuer,
    name,
    domains,
    trustEmail,
    source: 'operator' as const,
    method,
    initialAccessToken,
  };
  const { id, authentication } = await registerProvider(deps, added);
  const { origin, authBasePath } = deps.settings;
  const redirectUri = `${origin}${authBasePath}/callback/${id}`;
  return {
    data: { id, issuer, name, authentication: authentication.method, redirectUri },
    text: `${name} can be signed in with now.\n  id        ${id}\n  redirect  ${redirectUri}\n  as        ${authentication.method}\n`,
  };
}

async function remove(deps: CommandDependencies, { subject: id, force }: Command): Promise<Outcome> {
  const removal = await removeProvider(deps, id, { force });
  if (removal.status === 'needed') {
    const { people, count } = removal;
    const others = count > people.length ? ` and ${count - people.length} more` : '';
    return {
      exitCode: 1,
      data: removal,
      text: `${id} is the only sign-in method of ${people.join(', ')}${others}. Nothing was changed; --force removes it all the same.\n`,
    };
  }
  const sentence = {
    ended: 'Its registration was ended at the provider.',
    unknown: 'The provider knew the registration no more.',
    unsupported: 'The provider ends no registrations by itself: remove the client there.',
    'out-of-reach': 'The provider could not be reached: remove the client there.',
  }[removal.atProvider];
  return { data: removal, text: `${id} is removed. ${sentence}\n` };
}

async function accept(deps: CommandDependencies, { subject: id }: Command): Promise<Outcome> {
  const { before, issuer } = await acceptIssuer(deps, id);
  const sentence =
    before === issuer
      ? `${id} is bound to ${nameOfIssuer(issuer)} already. Nothing was changed.`
      : `${id} was ${nameOfIssuer(before)} and is bound to ${nameOfIssuer(issuer)} now. The server can be started.`;
  return { data: { id, before, issuer }, text: `${sentence}\n` };
}

function tableOf(providers: readonly ListedProvider[]): string {
  const rows = providers.map((each) => [
    each.id,
    each.name,
    each.issuer ?? '(plain OAuth)',
    each.source,
    each.authentication,
    `${each.people} ${each.people === 1 ? 'person' : 'people'}`,
    [each.trustEmail ? 'addresses trusted' : '', ...each.domains].filter(Boolean).join(', '),
  ]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.length > 0 ? `${lines.join('\n')}\n` : 'There is no identity provider.\n';
}
