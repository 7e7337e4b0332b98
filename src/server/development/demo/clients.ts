import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';

const PUBLIC_CLIENT = {
  redirects: [],
  scopes: [],
  resources: [],
  device: false,
  authentication: { kind: 'none' },
  pkce: 'required',
  idTokenAlgorithm: 'RS256',
} as const;

/** Lets the examples run against a plain `npm start`. */
export const DEMO_CLIENTS: readonly OAuthClient[] = [
  {
    ...PUBLIC_CLIENT,
    id: 'demo-spa',
    name: 'Barley Shop',
    redirects: ['http://localhost/callback', 'http://shop.localhost/callback'],
    resources: ['https://api.barley.example'],
  },
  {
    ...PUBLIC_CLIENT,
    id: 'demo-native',
    name: 'Barley Notes',
    redirects: ['http://127.0.0.1/callback'],
  },
  { ...PUBLIC_CLIENT, id: 'demo-television', name: 'Barley TV', device: true },
];
