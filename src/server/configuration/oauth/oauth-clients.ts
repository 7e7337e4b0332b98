import { OAUTH_CLIENTS_MAX } from '../../../shared/limits.ts';
import { SettingsError, type SettingsFault } from '../../settings/faults.ts';
import { clientVariable } from '../../settings/oauth-clients.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Configuration } from '../configuration.ts';
import type { OAuthClient } from './oauth-client.ts';

/** `foyer login`. It uses the device flow alone, and its tokens are access tokens of the user. */
export const FOYER_CLI: OAuthClient = {
  id: 'foyer-cli',
  name: 'Foyer CLI',
  redirects: [],
  scopes: [],
  resources: [],
  device: true,
  authentication: { kind: 'none' },
  pkce: 'required',
  idTokenAlgorithm: 'RS256',
};

/**
 * All OAuth clients by id: the built-in ones, and those of `foyer.config.ts` and of the environment.
 * @throws {SettingsError} where the environment contradicts `foyer.config.ts`.
 */
export function joinClients(
  { clients, scopes }: Pick<Configuration, 'clients' | 'scopes'>,
  { oauthClients }: Pick<Settings, 'oauthClients'>,
  builtIn: readonly OAuthClient[],
): ReadonlyMap<string, OAuthClient> {
  const faults: SettingsFault[] = [];
  for (const client of oauthClients) {
    if (clients.some(({ id }) => id === client.id)) {
      const wrong = `is of the client ${client.id}, which foyer.config.ts declares too`;
      const remedy = 'Declare it in one of them.';
      faults.push({ variable: clientVariable(client.id, 'REDIRECTS'), wrong, remedy });
    }
    if (!client.scopes.every((scope) => scopes.some(({ name }) => name === scope))) {
      const wrong = 'has a scope that is not among access.scopes of foyer.config.ts';
      const remedy = 'Declare it there, or remove it here.';
      faults.push({ variable: clientVariable(client.id, 'SCOPES'), wrong, remedy });
    }
  }
  const declared = [...clients, ...oauthClients];
  if (declared.length > OAUTH_CLIENTS_MAX) {
    const wrong = `and foyer.config.ts declare ${declared.length} clients`;
    faults.push({ variable: 'CLIENT_*', wrong, remedy: `There may be ${OAUTH_CLIENTS_MAX}.` });
  }
  if (faults.length > 0) throw new SettingsError(faults);
  return new Map([...builtIn, ...declared].map((client) => [client.id, client]));
}
