import type { OAuthClient } from '../../configuration/configuration.ts';

/**
 * The command line of the package `foyer-auth`, as a client of every server. It has the device flow only, and gets access tokens of the person
 * (`foyer_pat_…`). Every program can say that it is this client, so its name proves nothing.
 */
export const FOYER_CLI: OAuthClient = {
  id: 'foyer-cli',
  name: 'Foyer CLI',
  redirects: [],
  scopes: [],
  resources: [],
  device: true,
  authentication: { kind: 'none' },
};
