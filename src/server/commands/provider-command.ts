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
  action,
  EXIT_CODES,
  UsageError,
  type Command,
  type CommandIo,
  type Outcome,
} from './command-frame.ts';

type CommandDependencies = Pick<
  Dependencies,
  'collections' | 'vault' | 'settings' | 'identityProviders' | 'providerCalls' | 'now' | 'log'
>;

export const providerCommand: Command<CommandDependencies> = {
  name: 'provider',
  about: 'Adds, lists, tests and removes identity providers that Foyer registers with by itself.',
  refusalOf: (error) =>
    error instanceof ProviderRegistrationError || error instanceof OutgoingCallError ? error.message : null,
  actions: {
    add: action({
      operand: '<issuer>',
      about: 'Discovers the issuer, registers with it (RFC 7591) and offers it on the sign-in page at once.',
      options: {
        name: { value: '<text>', about: "what its button says; default: the issuer's host" },
        domains: {
          value: '<list>',
          about: 'email domains whose people sign in there: example.com,example.org',
        },
        'trust-email': { about: 'its "email_verified" counts as proof that a person owns an address' },
        'auth-method': {
          value: '<method>',
          about: 'client_secret_basic, client_secret_post, private_key_jwt or none',
        },
        'initial-token-stdin': {
          about: 'reads the initial access token, where the provider wants one, from the standard input',
        },
      },
      examples: ['add https://login.example.com --name "Example" --domains example.com'],
      prepare: (operand, given) => {
        const provider = {
          issuer: readOption('issuer', values.issuer, operand),
          label: given.name,
          domains:
            given.domains === undefined ? [] : readOption('list of domains', values.domains, given.domains),
          trustEmail: given['trust-email'],
          method:
            given['auth-method'] === undefined
              ? undefined
              : readOption('way of client authentication', values.authMethod, given['auth-method']),
        };
        return (deps, io) => add(deps, provider, given['initial-token-stdin'] ? io : null);
      },
    }),
    list: action({
      about: 'The identity providers, with those of the settings.',
      examples: ['list'],
      prepare: () => async (deps) => {
        const providers = await listForOperator(deps);
        return { data: providers, text: tableOf(providers) };
      },
    }),
    test: action({
      operand: '<id>',
      about: 'Discovery, keys, and whether the registration still holds (RFC 7592).',
      examples: ['test google --json'],
      prepare: (id) => async (deps) => {
        const checks = await checkProvider(deps, id);
        const lines = checks.map(({ what, ok, detail }) => `${ok ? 'good' : 'BAD '}  ${what}: ${detail}\n`);
        const exitCode = checks.every(({ ok }) => ok) ? EXIT_CODES.done : EXIT_CODES.failed;
        return { exitCode, data: checks, text: lines.join('') };
      },
    }),
    remove: action({
      operand: '<id>',
      about: 'Ends the registration at the provider, then here.',
      options: { force: { about: "also when it is somebody's only sign-in method" } },
      examples: ['remove login-example-com'],
      prepare:
        (id, { force }) =>
        (deps) =>
          remove(deps, id, force),
    }),
    'accept-issuer': action({
      operand: '<id>',
      about: `The issuer of this id in the settings has changed, and the server does not start. This says that the new issuer names the same
people: whoever signs in there is signed in as the person with the same subject at the old one.`,
      examples: ['accept-issuer acme'],
      prepare: (id) => (deps) => accept(deps, id),
    }),
  },
};

function readOption<T>(what: string, schema: { safeParse(text: string): { data?: T } }, text: string): T {
  const { data } = schema.safeParse(text);
  if (data === undefined) throw new UsageError(`${text} is no ${what}.`);
  return data;
}

interface AddedProvider {
  readonly issuer: string;
  readonly label: string | undefined;
  readonly domains: readonly string[];
  readonly trustEmail: boolean;
  readonly method: ReturnType<typeof values.authMethod.parse> | undefined;
}

async function add(
  deps: CommandDependencies,
  { issuer, label, domains, trustEmail, method }: AddedProvider,
  tokenFrom: CommandIo | null,
): Promise<Outcome> {
  const owner = deps.identityProviders
    .list()
    .find((each) => each.domains.some((domain) => domains.includes(domain)));
  if (owner)
    throw new ProviderRegistrationError(
      `One of these domains is ${owner.id}'s already: leave it to one of them.`,
    );
  const initialAccessToken = tokenFrom ? (await tokenFrom.readInput()).trim() : undefined;
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

async function remove(deps: CommandDependencies, id: string, force: boolean): Promise<Outcome> {
  const removal = await removeProvider(deps, id, { force });
  if (removal.status === 'needed') {
    const { people, count } = removal;
    const others = count > people.length ? ` and ${count - people.length} more` : '';
    return {
      exitCode: EXIT_CODES.failed,
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

async function accept(deps: CommandDependencies, id: string): Promise<Outcome> {
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
