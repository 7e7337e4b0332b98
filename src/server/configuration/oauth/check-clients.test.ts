import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defineFoyer } from '../../../shared/foyer-config.ts';
import { OAUTH_CLIENTS_MAX } from '../../../shared/limits.ts';
import { aClient } from '../../../testing/oauth/clients.ts';
import { declarationFaultsOf } from '../../../testing/run/refused-settings.ts';
import { checkConfiguration } from '../check-configuration.ts';

const SHOP = { name: 'Shop', redirects: ['https://shop.example/callback'] };
const HASH = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';

const faultsOf = (clients: unknown, { production = false, access = {} } = {}) =>
  declarationFaultsOf({ access, clients }, { production });

const faultOfShop = (options: object, production = false) =>
  faultsOf(shopWith({ ...options }), { production });
const jwksOf = (...keys: object[]) => ({ jwks: { keys } });
const shopWith = (options: object) => ({ shop: { ...SHOP, ...options } });
const faultOf = (redirect: string, production = false) => faultOfShop({ redirects: [redirect] }, production);

function jwkOf(key: KeyObject): Record<string, unknown> {
  return { ...key.export({ format: 'jwk' }) };
}
const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1024 });

describe('clients of foyer.config.ts', () => {
  it('answers public and confidential clients', () => {
    const configuration = checkConfiguration(
      defineFoyer({
        access: { scopes: { 'orders:read': { label: { en: 'See orders' } } } },
        clients: {
          shop: { ...SHOP, scopes: ['orders:read'], resources: ['https://api.example'] },
          tv: { name: 'TV', device: true },
          office: {
            ...SHOP,
            name: 'Office',
            secretHashes: [HASH],
            idTokenAlgorithm: 'EdDSA',
            pkce: 'optional',
          },
          ledger: {
            ...SHOP,
            jwks: {
              keys: [
                // RFC 9864 has this name for EdDSA with Ed25519.
                { ...jwkOf(ed25519.publicKey), kid: 'a', alg: 'Ed25519' },
                { ...jwkOf(rsa.publicKey), kid: 'b' },
              ],
            },
          },
        },
      }),
    );
    expect(configuration.clients).toEqual([
      aClient('shop', { ...SHOP, scopes: ['orders:read'], resources: ['https://api.example'] }),
      aClient('tv', { name: 'TV', redirects: [], device: true }),
      aClient('office', {
        ...SHOP,
        name: 'Office',
        authentication: { kind: 'secret', hashes: [HASH] },
        pkce: 'optional',
        idTokenAlgorithm: 'EdDSA',
      }),
      aClient('ledger', {
        ...SHOP,
        authentication: {
          kind: 'private-key',
          keys: [
            { ...jwkOf(ed25519.publicKey), alg: 'EdDSA', use: 'sig', kid: 'a' },
            { ...jwkOf(rsa.publicKey), alg: 'RS256', use: 'sig', kid: 'b' },
          ],
        },
      }),
    ]);
  });

  it.each([
    'https://shop.example',
    'https://shop.example/',
    'https://shop.example:8443/callback?from=foyer',
    'http://127.0.0.1/callback',
    'http://[::1]:4000/callback',
    'com.example.shop:/callback',
    'com.example.shop://callback',
  ])('allows the redirect %s, also in production', (redirect) => {
    expect(faultOf(redirect, true)).toEqual([]);
  });

  it.each([
    'http://localhost/callback',
    'http://shop.localhost:5173/callback',
    'https://localhost/callback',
    'https://shop.localhost:5173/callback',
    'https://127.0.0.1/callback',
    'https://[::1]:8443/callback',
  ])('allows the redirect %s outside production only', (redirect) => {
    expect(faultOf(redirect)).toEqual([]);
    expect(faultOf(redirect, true)).toEqual([
      expect.stringMatching(/^clients shop redirects https?:\S+ is localhost in production\. /),
    ]);
  });

  it.each([
    ['shop.example/callback', 'is no address'],
    ['https://shop.example/a b', 'is no address'],
    ['https://shop.example/\u200bcallback', 'is no address'],
    [`https://shop.example/${'a'.repeat(1000)}`, 'is no address'],
    ['https://*.shop.example/callback', 'has a wildcard'],
    ['https://shop.example/*', 'has a wildcard'],
    ['https://shop.example/callback#', 'has a fragment'],
    ['https://shop@evil.example/callback', 'has a user name or a password'],
    ['https://:word@evil.example/callback', 'has a user name or a password'],
    ['https://@shop.example/callback', 'is not written as browsers write it'],
    ['http://shop.example/callback', 'is http. Use https'],
    ['http://127.0.0.2/callback', 'is http. Use https'],
    ['http://localhost.shop.example/callback', 'is http. Use https'],
    ['http://notlocalhost/callback', 'is http. Use https'],
    ['javascript:alert(1)', 'has the scheme javascript:'],
    ['shop:/callback', 'has the scheme shop:'],
    ['com.example.shop:callback', 'has no slash after the scheme'],
    ['HTTPS://shop.example/callback', 'is not written as browsers write it'],
    ['https://Shop.example/callback', 'is not written as browsers write it'],
    ['https://shop.example:443/callback', 'is not written as browsers write it'],
    ['https://shop.example/%2e%2e/callback', 'is not written as browsers write it'],
    ['https://shop.example\\callback', 'is not written as browsers write it'],
    ['https:shop.example/callback', 'is not written as browsers write it'],
    ['https://bücher.example/callback', 'is not written as browsers write it'],
    ['http://127.1/callback', 'is not written as browsers write it'],
    ['https://shop.example./callback', 'has a host that ends with a dot'],
    ['https://shop.example/callback?code=1', 'has the parameter code'],
    ['https://shop.example/callback?a=1&iss=1', 'has the parameter iss'],
  ])('refuses the redirect %s', (redirect, wrong) => {
    const [fault, ...others] = faultOf(redirect);
    expect(others).toEqual([]);
    expect(fault).toContain(`clients shop redirects ${redirect} ${wrong}`);
  });

  it.each<[string, unknown, string]>([
    ['clients that are a list', [], 'clients is no object of clients'],
    ['a client that is no object', { shop: 'Shop' }, 'clients shop has wrong options'],
    ['an unknown option', shopWith({ secret: 'hush' }), 'Unrecognized key: "secret". The keys are name,'],
    [
      'another algorithm for ID tokens',
      shopWith({ idTokenAlgorithm: 'HS256' }),
      'wrong options: idTokenAlgorithm',
    ],
    ['another word for PKCE', shopWith({ pkce: 'off' }), 'clients shop has wrong options: pkce'],
    [
      'a public client without PKCE',
      shopWith({ pkce: 'optional' }),
      'pkce is optional, and the client is public',
    ],
    ['an id with capitals', { Shop: SHOP }, 'clients Shop is no id of a client'],
    ['an id with two dashes', { 'a--b': SHOP }, 'is no id of a client'],
    ['a long id', { ['s'.repeat(41)]: SHOP }, 'is no id of a client'],
    ['an id of Foyer', { foyer: SHOP }, 'is an id that Foyer keeps for itself'],
    ['the id of the command line', { 'foyer-cli': SHOP }, 'is an id that Foyer keeps for itself'],
    ['an id of the demo', { 'demo-spa': SHOP }, 'is an id that Foyer keeps for itself'],
    ['no name', { shop: { redirects: SHOP.redirects } }, 'has wrong options: name'],
    ...[' ', 'S'.repeat(41), 'A\nB'].map((name): [string, unknown, string] => [
      `the name ${JSON.stringify(name)}`,
      shopWith({ name }),
      'shop name is no name of a client',
    ]),
    ['no way to sign in', { shop: { name: 'Shop' } }, 'clients shop has no way to sign in'],
    [
      'many redirects',
      shopWith({ redirects: Array.from({ length: 21 }, (_, at) => `https://shop.example/${at}`) }),
      'shop redirects has 21 entries. There may be 20',
    ],
    [
      'a scope that is not declared',
      shopWith({ scopes: ['orders:reed'] }),
      'scopes orders:reed is not among access.scopes',
    ],
    ['a relative resource', shopWith({ resources: ['/api'] }), 'resources /api is no absolute address'],
    [
      'a resource with a fragment',
      shopWith({ resources: ['https://api.example/#'] }),
      'resources https://api.example/# has a fragment',
    ],
    [
      'too many clients',
      Object.fromEntries(Array.from({ length: OAUTH_CLIENTS_MAX + 1 }, (_, at) => [`shop-${at}`, SHOP])),
      `clients has ${OAUTH_CLIENTS_MAX + 1} clients. There may be ${OAUTH_CLIENTS_MAX}.`,
    ],
  ])('refuses %s', (_, clients, fault) => {
    const access = { scopes: { 'orders:read': { label: { en: 'See orders' } } } };
    const [first, ...others] = faultsOf(clients, { access });
    expect(others).toEqual([]);
    expect(first).toContain(fault);
  });

  it.each<[string, object, string]>([
    ...[[], [HASH, HASH, HASH], ['hush'], ['e3'.repeat(32)]].map((secretHashes): [string, object, string] => [
      `the hashes ${JSON.stringify(secretHashes)}`,
      { secretHashes },
      'secretHashes is not one or two hashes',
    ]),
    ['a hash and keys', { secretHashes: [HASH], ...jwksOf(jwkOf(p256.publicKey)) }, 'jwks is there beside'],
    ['no keys', jwksOf(), 'jwks has no keys'],
    ['a private key', jwksOf(jwkOf(ed25519.privateKey)), 'jwks has an entry 1 that is a private key'],
    [
      'a private RSA key after a public key',
      jwksOf(jwkOf(p256.publicKey), jwkOf(rsa.privateKey)),
      'jwks has an entry 2 that is a private key',
    ],
    ['a symmetric key', jwksOf({ kty: 'oct', k: 'aHVzaA' }), 'is a private key'],
    ['a key on another curve', jwksOf(jwkOf(p384.publicKey)), 'is no key that Foyer can check'],
    ['a short RSA key', jwksOf(jwkOf(shortRsa.publicKey)), 'is no key that Foyer can check'],
    [
      'an RSA key that signs nothing',
      jwksOf({ ...jwkOf(rsa.publicKey), e: 'AQ' }),
      'is no key that Foyer can check',
    ],
    ['what is no key', jwksOf({ kty: 'EC' }), 'is no key that Foyer can check'],
    [
      'a key for another algorithm',
      jwksOf({ ...jwkOf(rsa.publicKey), alg: 'PS256' }),
      'is a key for RS256 with another alg',
    ],
    ['a key for encryption', jwksOf({ ...jwkOf(rsa.publicKey), use: 'enc' }), 'is not for signatures'],
    ['a kid that is a number', jwksOf({ ...jwkOf(p256.publicKey), kid: 1 }), 'has a kid that is no'],
    [
      'two keys with one id',
      jwksOf({ ...jwkOf(p256.publicKey), kid: 'a' }, { ...jwkOf(ed25519.publicKey), kid: 'a' }),
      'jwks has several keys without different ids',
    ],
  ])('refuses %s, and names no secret', (_, options, wrong) => {
    const [fault, ...others] = faultOfShop(options);
    expect(others).toEqual([]);
    expect(fault).toContain(
      `clients shop ${wrong.startsWith('is') || wrong.startsWith('has') ? 'jwks ' : ''}`,
    );
    expect(fault).toContain(wrong);
    expect(fault).not.toMatch(/hush|aHVzaA/);
    expect(fault).not.toContain(String(jwkOf(ed25519.privateKey)['d']));
  });
});
