import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EMPTY_CONFIGURATION } from '../configuration/configuration.ts';
import type { OAuthClient } from '../configuration/oauth/oauth-client.ts';
import { FOYER_CLI, joinClients } from '../configuration/oauth/oauth-clients.ts';
import { DEMO_CLIENTS } from '../development/demo/clients.ts';
import { aClient } from '../../testing/oauth/clients.ts';
import { remediesOf } from '../../testing/run/refused-settings.ts';
import { readSettings } from './read-settings.ts';

type Environment = Record<string, string>;

const HASH = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
const OTHER_HASH = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwkOf = (key: KeyObject) => ({ ...key.export({ format: 'jwk' }) });
const jwks = (...keys: object[]) => JSON.stringify({ keys });

const REDIRECT = { CLIENT_SHOP_REDIRECTS: 'https://shop.example/callback' };
const SHOP = aClient('shop', { name: 'Shop', redirects: ['https://shop.example/callback'] });

const read = (environment: Environment) =>
  readSettings({ AUTH_SECRET: 'given', ...environment }).oauthClients;

describe('CLIENT_<ID>_*', () => {
  it('needs only redirects, and declares a public client', () => {
    expect(read(REDIRECT)).toEqual([SHOP]);
  });

  it('reads all settings of several clients, in the order of their ids', () => {
    const clients = read({
      CLIENT_SHOP_WEST_2_REDIRECTS: 'https://a.example/callback, com.example.shop:/callback',
      CLIENT_SHOP_WEST_2_NAME: 'Shop (west)',
      CLIENT_SHOP_WEST_2_SCOPES: 'orders:read,orders:write',
      CLIENT_SHOP_WEST_2_RESOURCES: 'https://api.example',
      CLIENT_SHOP_WEST_2_DEVICE: 'on',
      CLIENT_SHOP_WEST_2_SECRET_HASHES: `${HASH},${OTHER_HASH}`,
      CLIENT_SHOP_WEST_2_ID_TOKEN_ALGORITHM: 'EdDSA',
      CLIENT_SHOP_WEST_2_PKCE: 'optional',
      CLIENT_LIVING_ROOM_DEVICE: 'on',
      CLIENT_LIVING_ROOM_JWKS: jwks(jwkOf(publicKey)),
    });
    expect(clients).toEqual([
      aClient('living-room', {
        name: 'Living Room',
        redirects: [],
        device: true,
        authentication: {
          kind: 'private-key',
          keys: [{ ...jwkOf(publicKey), alg: 'EdDSA', use: 'sig' }],
        },
      }),
      aClient('shop-west-2', {
        name: 'Shop (west)',
        redirects: ['https://a.example/callback', 'com.example.shop:/callback'],
        scopes: ['orders:read', 'orders:write'],
        resources: ['https://api.example'],
        device: true,
        authentication: { kind: 'secret', hashes: [HASH, OTHER_HASH] },
        pkce: 'optional',
        idTokenAlgorithm: 'EdDSA',
      }),
    ]);
  });

  it.each<[Environment, string]>([
    [{ CLIENT_SHOP_NAME: 'Shop' }, 'CLIENT_SHOP_REDIRECTS is not set, and the client has no device flow'],
    [{ CLIENT_SHOP_REDIRECTS: 'https://a.example,,' }, 'CLIENT_SHOP_REDIRECTS has an empty entry'],

    [
      { CLIENT_SHOP_REDIRECTS: 'https://a.example,https://*.a.example' },
      'CLIENT_SHOP_REDIRECTS has an entry 2 that has a wildcard',
    ],
    [{ ...REDIRECT, CLIENT_SHOP_RESOURCES: 'api' }, 'CLIENT_SHOP_RESOURCES is no absolute address'],
    [{ CLIENT_SHOP_DEVICE: 'perhaps' }, 'CLIENT_SHOP_DEVICE is neither on nor off'],
    [{ ...REDIRECT, CLIENT_SHOP_PKCE: 'off' }, 'CLIENT_SHOP_PKCE is neither required nor optional'],

    [
      { ...REDIRECT, CLIENT_SHOP_ID_TOKEN_ALGORITHM: 'HS256' },
      'CLIENT_SHOP_ID_TOKEN_ALGORITHM is neither RS256 nor EdDSA',
    ],
    [
      { ...REDIRECT, CLIENT_SHOP_SECRET_HASHES: 'hush' },
      'CLIENT_SHOP_SECRET_HASHES is not one or two hashes',
    ],

    [{ ...REDIRECT, CLIENT_SHOP_JWKS: 'hush' }, 'CLIENT_SHOP_JWKS is not a JSON Web Key Set'],
    [{ ...REDIRECT, CLIENT_SHOP_JWKS: jwks(jwkOf(privateKey)) }, 'CLIENT_SHOP_JWKS is a private key'],
    [
      { ...REDIRECT, CLIENT_SHOP_JWKS: jwks(jwkOf(publicKey), jwkOf(privateKey)) },
      'CLIENT_SHOP_JWKS has an entry 2 that is a private key',
    ],
    [
      { CLIENT_FOYER_CLI_REDIRECTS: 'https://a.example' },
      'CLIENT_FOYER_CLI_REDIRECTS has the id foyer-cli, which is an id that Foyer keeps for itself',
    ],
    [
      { ...REDIRECT, CLIENT_SHOP_SECRET: 'hush' },
      'CLIENT_SHOP_SECRET is not a variable that Foyer knows. Did you mean CLIENT_SHOP_SECRET_HASHES?',
    ],
  ])('%j is refused, and the fault has no value', (environment, fault) => {
    const [found, ...others] = remediesOf(() => read(environment));
    expect(others).toEqual([]);
    expect(found).toContain(fault);
    expect(found).not.toContain('hush');
    expect(found).not.toContain(String(jwkOf(privateKey)['d']));
  });

  it('allows localhost outside production only', () => {
    const environment = { CLIENT_SHOP_REDIRECTS: 'http://localhost/callback' };
    expect(read(environment)).toMatchObject([{ redirects: ['http://localhost/callback'] }]);
    expect(remediesOf(() => read({ ...environment, NODE_ENV: 'production' }))).toContainEqual(
      expect.stringMatching(/^CLIENT_SHOP_REDIRECTS is localhost in production\./),
    );
  });

  it('leaves variables of other programs alone', () => {
    expect(read({ CLIENT_ID: 'a', CLIENT_SECRET: 'b', CLIENT_NAME: 'c', CLIENT_CERT_PATH: '/d' })).toEqual(
      [],
    );
  });
});

describe('joinClients', () => {
  const ORDERS = { name: 'orders:read', label: { en: 'See orders' }, description: null };

  it('has the built-in clients, those of the file, and those of the environment', () => {
    const inFile = { ...SHOP, id: 'office' };
    const inEnvironment = { ...SHOP, scopes: ['orders:read'] };
    const joined = joinClients({ clients: [inFile], scopes: [ORDERS] }, { oauthClients: [inEnvironment] }, [
      FOYER_CLI,
      ...DEMO_CLIENTS,
    ]);
    const ids = ['foyer-cli', 'demo-spa', 'demo-native', 'demo-television', 'office', 'shop'];
    expect([...joined.keys()]).toEqual(ids);
    expect([joined.get('office'), joined.get('shop')]).toEqual([inFile, inEnvironment]);
  });

  it.each<[string, Partial<typeof EMPTY_CONFIGURATION>, readonly OAuthClient[], string]>([
    [
      'an id of file and environment',
      { clients: [SHOP] },
      [SHOP],
      'CLIENT_SHOP_REDIRECTS is of the client shop, which foyer.config.ts declares too',
    ],
    [
      'a scope that foyer.config.ts does not declare',
      { scopes: [ORDERS] },
      [{ ...SHOP, id: 'shop-west', scopes: ['orders:read', 'orders:write'] }],
      'CLIENT_SHOP_WEST_SCOPES has a scope that is not among access.scopes',
    ],
    [
      'more clients than are allowed together',
      { clients: Array.from({ length: 60 }, (_, at) => ({ ...SHOP, id: `file-${at}` })) },
      Array.from({ length: 41 }, (_, at) => ({ ...SHOP, id: `shop-${at}` })),
      'CLIENT_* and foyer.config.ts declare 101 clients. There may be 100.',
    ],
  ])('refuses %s', (_, configuration, oauthClients, fault) => {
    const faults = remediesOf(() =>
      joinClients({ ...EMPTY_CONFIGURATION, ...configuration }, { oauthClients }, [FOYER_CLI]),
    );
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });
});
