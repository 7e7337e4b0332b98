import { isFoyerError, type FoyerClient, type Session } from '../client.ts';
import { storeCredential } from './credentials.ts';
import { UsageError } from './exit-codes.ts';
import { moment, plain, table, type Output } from './output.ts';

interface Parts {
  readonly client: FoyerClient;
  readonly output: Output;
}

/** Foyer's own methods. An identity provider is shown by its id. */
const METHODS: Readonly<Record<string, string>> = {
  password: 'password',
  'email-link': 'link by mail',
  'email-code': 'code by mail',
  'phone-code': 'text message',
  passkey: 'passkey',
  totp: 'authenticator app',
  'recovery-code': 'recovery code',
};

/** Prints the token's user and scopes; with `profile:read` also name, roles and strength of the sign-in. */
export async function whoami({ client, output }: Parts): Promise<void> {
  const token = await client.accessTokens.current.query();
  const mayRead = token.scopes.includes('profile:read');
  const [profile, session] = mayRead
    ? await Promise.all([client.profile.get.query(), client.session.get.query()])
    : [null, null];
  const user = { id: token.userId, name: profile?.name ?? null, email: profile?.email ?? null };
  const { aal = null, amr = null, proofs = null, roles = null, permissions = null } = session ?? {};
  output.json({ url: client.url, user, token, roles, permissions, aal, amr, proofs });
  const person = [user.name, user.email && `<${user.email}>`].filter(Boolean).join(' ');
  output.line(plain(person || user.id));
  output.line(`at ${client.url} with “${plain(token.name)}” (${token.hint}), until ${moment(token.expires)}`);
  output.line(`may: ${token.scopes.join(', ') || 'nothing'}`);
  if (roles && roles.length > 0) output.line(plain(`roles: ${roles.join(', ')}`));
  if (session) output.line(plain(strengthText(session)));
}

/** `Level 2: password, authenticator app`. */
function strengthText({ aal, proofs }: Session): string {
  const methods = new Set(proofs.map(({ method }) => METHODS[method] ?? method));
  return `Level ${aal}${methods.size === 0 ? '' : `: ${[...methods].join(', ')}`}`;
}

/** Revokes the token at Foyer first, because a token deleted only here would stay valid. */
export async function logout(parts: Parts & { readonly file: string; readonly url: string }): Promise<void> {
  const { client, output, file, url } = parts;
  try {
    await client.accessTokens.revokeCurrent.mutate();
  } catch (error) {
    // The token is already invalid.
    if (!isFoyerError(error) || error.code !== 'ACCESS_TOKEN_INVALID') throw error;
  }
  await storeCredential(file, url, null);
  output.json({ url, signedOut: true });
  output.line(`Signed out at ${url}.`);
}

type SessionAction =
  | { readonly kind: 'list' | 'revoke-others' }
  | { readonly kind: 'revoke'; readonly id: string };

export function toSessionAction([action = 'list', id, ...more]: readonly string[]): SessionAction {
  if (action === 'revoke') {
    if (id === undefined || more.length > 0)
      throw new UsageError('Which one? foyer sessions revoke <id>; foyer sessions lists them.');
    return { kind: action, id };
  }
  if ((action === 'list' || action === 'revoke-others') && id === undefined) return { kind: action };
  throw new UsageError('That is not understood. See: foyer sessions --help');
}

export async function sessions({ client, output }: Parts, action: SessionAction): Promise<void> {
  if (action.kind === 'revoke') {
    output.json(await client.session.revoke.mutate({ id: action.id }));
    return output.line(`${plain(action.id)} is signed out.`);
  }
  if (action.kind === 'revoke-others') {
    const answer = await client.session.revokeOthers.mutate();
    output.json(answer);
    return output.line(`Signed out: ${answer.revoked}.`);
  }
  const listedSessions = await client.session.list.query();
  output.json(listedSessions);
  if (listedSessions.length === 0) return output.line('You are signed in nowhere with a browser.');
  const rows = listedSessions.map((one) => [one.id, nameOf(one), one.ip ?? '-', moment(one.lastSeenAt)]);
  output.line(table(['ID', 'DEVICE', 'ADDRESS', 'LAST SEEN'], rows));
}

export async function tokens({ client, output }: Parts): Promise<void> {
  const listedTokens = await client.accessTokens.list.query();
  output.json(listedTokens);
  const rows = listedTokens.map((one) => [
    one.name,
    one.hint,
    one.expired ? 'expired' : moment(one.expires),
    one.lastUsed ? moment(one.lastUsed.at) : 'never',
    one.scopes.join(' '),
  ]);
  output.line(table(['NAME', 'TOKEN', 'EXPIRES', 'LAST USED', 'MAY'], rows));
}

type Listed = Awaited<ReturnType<FoyerClient['session']['list']['query']>>[number];

function nameOf({ device }: Listed): string {
  return [device.browser, device.system].filter((part) => part !== null).join(' on ') || 'unknown device';
}
