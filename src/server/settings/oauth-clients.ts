import {
  checkClient,
  clientIdFault,
  ofEntry,
  type ClientPart,
  type DeclaredClient,
} from '../configuration/oauth/client-rules.ts';
import type { OAuthClient } from '../configuration/oauth/oauth-client.ts';
import type { EnvironmentReader } from './faults.ts';
import { titleOf } from './nearest.ts';
import { flag, idTokenAlgorithm, jwks, pkce, texts } from './values.ts';

export const CLIENT_SUFFIXES = [
  'REDIRECTS',
  'NAME',
  'SCOPES',
  'RESOURCES',
  'DEVICE',
  'SECRET_HASHES',
  'JWKS',
  'ID_TOKEN_ALGORITHM',
  'PKCE',
] as const;
type ClientSuffix = (typeof CLIENT_SUFFIXES)[number];

const SUFFIX_OF = {
  redirects: 'REDIRECTS',
  name: 'NAME',
  resources: 'RESOURCES',
  device: 'DEVICE',
  secretHashes: 'SECRET_HASHES',
  jwks: 'JWKS',
  idTokenAlgorithm: 'ID_TOKEN_ALGORITHM',
  pkce: 'PKCE',
} as const satisfies Record<string, ClientSuffix>;

export function clientVariable(id: string, suffix: ClientSuffix): string {
  return `CLIENT_${id.toUpperCase().replaceAll('-', '_')}_${suffix}`;
}

/** Reads `CLIENT_<ID>_*` in the order of the ids. */
export function readOAuthClients(reader: EnvironmentReader, production: boolean): OAuthClient[] {
  return reader.idsOf('CLIENT', CLIENT_SUFFIXES).map((key) => readOAuthClient(reader, key, production));
}

function readOAuthClient(reader: EnvironmentReader, key: string, production: boolean): OAuthClient {
  const id = key.toLowerCase().replaceAll('_', '-');
  const variable = (suffix: ClientSuffix) => clientVariable(id, suffix);
  const listOf = (suffix: ClientSuffix) =>
    reader.value(variable(suffix), texts, 'List its entries with commas between them.');
  const keySet = reader.value(variable('JWKS'), jwks, 'Set it to a key set: {"keys":[{"kty":"OKP",…}]}.');
  const device =
    reader.text(variable('DEVICE')) === null
      ? false
      : reader.value(variable('DEVICE'), flag, 'Set it to on or off.');
  const client: DeclaredClient = {
    id,
    name: reader.text(variable('NAME')) ?? titleOf(id),
    redirects: listOf('REDIRECTS') ?? [],
    scopes: listOf('SCOPES') ?? [],
    resources: listOf('RESOURCES') ?? [],
    device: device ?? false,
    secretHashes: listOf('SECRET_HASHES'),
    jwks: keySet,
    idTokenAlgorithm: reader.value(
      variable('ID_TOKEN_ALGORITHM'),
      idTokenAlgorithm,
      'Set it to EdDSA, or remove it for RS256.',
    ),
    pkce: reader.value(variable('PKCE'), pkce, 'Set it to optional, or remove it.'),
  };
  const idFault = clientIdFault(id);
  if (idFault)
    reader.fault(variable('REDIRECTS'), `has the id ${id}, which ${idFault.wrong}`, idFault.remedy);
  return checkClient(client, production, (part, found, entry) => {
    const isList = part !== null && entriesOf(client, part) > 1;
    const { wrong, remedy } = ofEntry(found, isList ? entry : undefined);
    if (part === null) {
      // A wrong value is reported as a fault of its own.
      const isMissing = reader.text(variable('REDIRECTS')) === null && device !== undefined;
      const missing = 'is not set, and the client has no device flow';
      if (isMissing) reader.fault(variable('REDIRECTS'), missing, `Set it, or ${variable('DEVICE')} to on.`);
    } else reader.fault(variable(SUFFIX_OF[part]), wrong, remedy);
  });
}

function entriesOf(client: DeclaredClient, part: NonNullable<ClientPart>): number {
  const value = part === 'jwks' ? client.jwks?.keys : client[part];
  return Array.isArray(value) ? value.length : 0;
}
