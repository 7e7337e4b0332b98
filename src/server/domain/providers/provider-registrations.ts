import { createHash } from 'node:crypto';
import type { IdentityProviderDocument } from '../../database/service-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  toClientAuthentication,
  type ClientCredentials,
} from '../../identity-providers/client-authentication.ts';
import {
  endRegistration,
  registerClient,
  type RegisteredClient,
  type RegistrationAccess,
} from '../../identity-providers/client-registration.ts';
import type { IdentityProvider } from '../../identity-providers/registry.ts';
import type { ClientAuthenticationMethod } from '../../settings/settings.ts';

export type RegistrationDependencies = Pick<
  Dependencies,
  'collections' | 'vault' | 'settings' | 'identityProviders' | 'providerCalls' | 'now' | 'log'
>;

/** For the operator. The message says what to do. */
export class ProviderRegistrationError extends Error {
  override readonly name = 'ProviderRegistrationError';
}

interface NewRegistration {
  readonly issuer: string;
  readonly name: string;
  readonly domains: readonly string[];
  readonly trustEmail: boolean;
  readonly source: IdentityProviderDocument['source'];
  readonly method?: ClientAuthenticationMethod | undefined;
  readonly initialAccessToken?: string | undefined;
}

interface Secrets {
  readonly credentials: ClientCredentials;
  readonly access: RegistrationAccess | null;
}

const SLUG_MAX_LENGTH = 36;
const HASH_LENGTH = 24;

/**
 * The id is in account keys, so it must never mean another issuer. Ids of the settings have no two dashes in
 * a row (`oidc-providers.ts`), so no registered id equals one of them.
 */
export function providerIdOf(issuer: string): string {
  const { host, pathname } = new URL(issuer);
  const slug = `${host}${pathname}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const hash = createHash('sha256').update(issuer).digest('hex');
  return `${slug.slice(0, SLUG_MAX_LENGTH).replaceAll(/^-|-$/g, '')}--${hash.slice(0, HASH_LENGTH)}`;
}

/**
 * RFC 7591. The unique index on the issuer decides between parallel calls; the other client is removed again.
 * Throws `ProviderRegistrationError` for a configured issuer, and the provider's errors.
 */
export async function registerProvider(
  deps: RegistrationDependencies,
  input: NewRegistration,
): Promise<IdentityProvider> {
  const { issuer, name, domains, trustEmail, source } = input;
  const { identityProviders: rows } = deps.collections;
  const { send, discovery } = deps.providerCalls;
  const { origin, authBasePath } = deps.settings;
  await deps.identityProviders.refresh();
  const known = deps.identityProviders.list().find((provider) => provider.issuer === issuer);
  if (known) throw new ProviderRegistrationError(`${issuer} is offered already, as ${known.id}.`);
  const metadata = await discovery.metadata(issuer, { refetch: true });
  const id = providerIdOf(issuer);
  const client = await registerClient(send, metadata, {
    clientName: `Foyer at ${new URL(origin).host}`,
    clientUri: origin,
    redirectUri: `${origin}${authBasePath}/callback/${id}`,
    method: input.method,
    initialAccessToken: input.initialAccessToken,
  });
  const row: IdentityProviderDocument = {
    _id: id,
    issuer,
    name,
    domains,
    trustEmail,
    source,
    clientId: client.clientId,
    secrets: sealSecrets(deps, id, client),
    secretExpiresAt: client.secretExpiresAt,
    createdAt: deps.now(),
  };
  try {
    await rows.insertOne(row);
  } catch (error) {
    if (client.access) {
      await endRegistration(send, client.access).catch((cause: unknown) =>
        deps.log.warn({ err: cause, issuer }, 'a client that is not used could not be ended at its provider'),
      );
    }
    if (!isDuplicateKey(error)) throw error;
    throw new ProviderRegistrationError(`${issuer} was registered by somebody else at the same moment.`);
  }
  await deps.identityProviders.refresh();
  deps.log.info({ provider: id, issuer, source }, 'identity provider registered');
  return toRegisteredProvider(deps, row);
}

/** One whose secrets cannot be decrypted is left out and logged. */
export async function loadRegisteredProviders(
  deps: Pick<Dependencies, 'collections' | 'vault' | 'log'>,
): Promise<IdentityProvider[]> {
  const rows = await deps.collections.identityProviders.find().sort({ createdAt: 1, _id: 1 }).toArray();
  const providers = await Promise.all(
    rows.map((row) =>
      toRegisteredProvider(deps, row).catch((error: unknown) => {
        deps.log.error(
          { err: error, provider: row._id },
          'the client of a registered provider cannot be read',
        );
        return null;
      }),
    ),
  );
  return providers.filter((provider) => provider !== null);
}

async function toRegisteredProvider(
  deps: Pick<Dependencies, 'vault'>,
  row: IdentityProviderDocument,
): Promise<IdentityProvider> {
  const { credentials } = openSecrets(deps, row);
  const { _id: id, name, issuer, clientId, domains, trustEmail, source } = row;
  const authentication = await toClientAuthentication(credentials);
  const listed = source === 'operator';
  return {
    kind: 'oidc',
    id,
    name,
    mark: null,
    issuer,
    clientId,
    authentication,
    domains,
    trustEmail,
    listed,
  };
}

function sealSecrets(deps: Pick<Dependencies, 'vault'>, id: string, client: RegisteredClient): string {
  const secrets: Secrets = { credentials: client.credentials, access: client.access };
  return deps.vault.seal(JSON.stringify(secrets), contextOfRegistration(id));
}

/** Throws when the secret that encrypted the values is no longer known. */
export function openSecrets(deps: Pick<Dependencies, 'vault'>, row: IdentityProviderDocument): Secrets {
  const plain = deps.vault.open(row.secrets, contextOfRegistration(row._id));
  if (plain === null) {
    throw new ProviderRegistrationError(
      `The client of ${row._id} was written under another AUTH_SECRET: set AUTH_SECRET_PREVIOUS, or remove and add it again.`,
    );
  }
  return JSON.parse(plain) as Secrets;
}

/** A client's secrets open for its provider only. */
export function contextOfRegistration(id: string): string {
  return `identity-provider:${id}`;
}
