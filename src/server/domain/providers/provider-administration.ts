import { toOneLine } from '../../../shared/one-line.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { IdentityProviderDocument } from '../../database/service-documents.ts';
import { discoveryUrl } from '../../identity-providers/discovery.ts';
import { endRegistration, isRegistered } from '../../identity-providers/client-registration.ts';
import {
  openSecrets,
  ProviderRegistrationError,
  type RegistrationDependencies,
} from './provider-registrations.ts';
import { connectedTo } from '../rules/account-key.ts';
import { hasOtherMethod, offeredMethods } from '../rules/sign-in-methods.ts';

/** How many users the command names before it removes a provider. */
const NAMED_AT_MOST = 20;

export interface ListedProvider {
  readonly id: string;
  readonly name: string;
  readonly issuer: string | null;
  /** `settings`: from the environment, the only place to change it. */
  readonly source: 'settings' | IdentityProviderDocument['source'];
  readonly domains: readonly string[];
  readonly authentication: string;
  readonly trustEmail: boolean;
  readonly people: number;
}

export async function listForOperator(deps: RegistrationDependencies): Promise<ListedProvider[]> {
  await deps.identityProviders.refresh();
  const { users, identityProviders: rows } = deps.collections;
  const sources = new Map((await rows.find().toArray()).map(({ _id, source }) => [_id, source]));
  return Promise.all(
    deps.identityProviders.list().map(async ({ id, name, issuer, domains, authentication, trustEmail }) => ({
      id,
      name,
      issuer,
      source: sources.get(id) ?? ('settings' as const),
      domains,
      authentication: authentication.method,
      trustEmail,
      people: await users.countDocuments(connectedTo(id)),
    })),
  );
}

interface ProviderCheck {
  readonly what: 'discovery' | 'keys' | 'registration' | 'secret';
  readonly ok: boolean;
  readonly detail: string;
}

/** Checks the discovery document, the keys, and whether the provider knows this client (RFC 7592). */
export async function checkProvider(deps: RegistrationDependencies, id: string): Promise<ProviderCheck[]> {
  const provider = await deps.identityProviders.find(id);
  if (!provider) throw new ProviderRegistrationError(`There is no provider ${id}.`);
  const { issuer } = provider;
  if (issuer === null)
    throw new ProviderRegistrationError(`${id} is plain OAuth: it has nothing to ask without a person.`);
  const { discovery, send } = deps.providerCalls;
  const checks: ProviderCheck[] = [
    await attempt('discovery', async () => {
      await discovery.metadata(issuer, { refetch: true });
      return `${discoveryUrl(issuer)} names this issuer`;
    }),
    await attempt('keys', async () => `${await discovery.countKeys(issuer)} in the key set`),
  ];
  const row = await deps.collections.identityProviders.findOne({ _id: id });
  if (!row) return checks;
  const { access } = openSecrets(deps, row);
  checks.push(
    access === null
      ? { what: 'registration', ok: true, detail: 'the provider gave no way to ask about it' }
      : await attempt('registration', async () => {
          if (await isRegistered(send, access)) return `the provider knows the client ${row.clientId}`;
          throw new ProviderRegistrationError(
            'the provider knows this client no more: remove the provider and add it again',
          );
        }),
  );
  const { secretExpiresAt } = row;
  if (secretExpiresAt !== null) {
    const ok = secretExpiresAt > deps.now();
    checks.push({ what: 'secret', ok, detail: `${ok ? 'ends' : 'ended'} ${secretExpiresAt.toISOString()}` });
  }
  return checks;
}

async function attempt(what: ProviderCheck['what'], ask: () => Promise<string>): Promise<ProviderCheck> {
  try {
    return { what, ok: true, detail: await ask() };
  } catch (error) {
    return { what, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

export type Removal =
  | { readonly status: 'removed'; readonly atProvider: 'ended' | 'unknown' | 'unsupported' | 'out-of-reach' }
  /** Nothing was changed: these users have no other sign-in method. `people` names some. */
  | { readonly status: 'needed'; readonly people: readonly string[]; readonly count: number };

/**
 * Ends the registration at the provider (RFC 7592), then removes the row; run it again after a crash. Without
 * `force`, it locks nobody out and keeps an unreachable provider's row, which alone can end the registration.
 */
export async function removeProvider(
  deps: RegistrationDependencies,
  id: string,
  { force = false } = {},
): Promise<Removal> {
  const { identityProviders: rows } = deps.collections;
  const row = await rows.findOne({ _id: id });
  if (!row) {
    const configured = await deps.identityProviders.find(id);
    throw new ProviderRegistrationError(
      configured
        ? `${id} comes from the settings: remove its variables there.`
        : `There is no registered provider ${id}.`,
    );
  }
  const lockedOut = await usersWithNothingElse(deps, id);
  if (lockedOut.length > 0 && !force) {
    return {
      status: 'needed',
      people: lockedOut.slice(0, NAMED_AT_MOST).map(nameOf),
      count: lockedOut.length,
    };
  }
  const atProvider = await endAtProvider(deps, row, force);
  await rows.deleteOne({ _id: id });
  await deps.identityProviders.refresh();
  deps.log.info({ provider: id, issuer: row.issuer, force }, 'identity provider removed');
  return { status: 'removed', atProvider };
}

async function endAtProvider(deps: RegistrationDependencies, row: IdentityProviderDocument, force: boolean) {
  try {
    const { access } = openSecrets(deps, row);
    return access === null ? 'unsupported' : await endRegistration(deps.providerCalls.send, access);
  } catch (error) {
    if (!force) throw error;
    deps.log.warn({ err: error, provider: row._id }, 'a registration could not be ended at its provider');
    return 'out-of-reach';
  }
}

async function usersWithNothingElse(deps: RegistrationDependencies, id: string): Promise<UserDocument[]> {
  await deps.identityProviders.refresh();
  const providers = deps.identityProviders.list().flatMap((each) => (each.id === id ? [] : [each.id]));
  const people = deps.collections.users.find(connectedTo(id));
  const found: UserDocument[] = [];
  for await (const user of people) {
    const leaving = user.accounts.find(({ provider }) => provider === id)?.key ?? '';
    if (!hasOtherMethod(user, leaving, { ...offeredMethods(deps), providers })) found.push(user);
  }
  return found;
}

function nameOf(user: UserDocument): string {
  return toOneLine(user.name ?? user.email ?? user._id.toHexString());
}
