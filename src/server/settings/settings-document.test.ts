import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENTED_SETTINGS } from './documented-settings.ts';
import { readSettings } from './read-settings.ts';
import type { Settings } from './settings.ts';
import { SETTING_NAMES } from './unknown-names.ts';
import { PRODUCTION, settingFaultsOf } from '../../testing/run/refused-settings.ts';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';

const PROJECT = new URL('../../../', import.meta.url);
const read = (file: string) => readFile(new URL(file, PROJECT), 'utf8');

/** The document writes `<ID>` for the id of a provider or a client. */
const withoutId = (name: string) =>
  name.replace(/^(OIDC|CLIENT)_EXAMPLE_/, '$1_<ID>_').replace(/^AUTH_(?:GITHUB|KEYCLOAK)_/, 'AUTH_<ID>_');

const withId = (name: string) =>
  name.replace(/^(OIDC|CLIENT)_<ID>_/, '$1_EXAMPLE_').replace('AUTH_<ID>_', 'AUTH_KEYCLOAK_');

const codeOf = (cell: string) => /^`([^`]+)`$/.exec(cell)?.[1];

/** One provider of each kind, so that all their settings are read; below, a client and a webhook. */
const PROVIDERS = {
  OIDC_EXAMPLE_ISSUER: 'https://id.example.org',
  OIDC_EXAMPLE_CLIENT_ID: 'client',
  OIDC_EXAMPLE_CLIENT_SECRET: 'given',
  AUTH_KEYCLOAK_ID: 'client',
  AUTH_KEYCLOAK_SECRET: 'given',
  AUTH_KEYCLOAK_ISSUER: 'https://id.example.net',
};
const CLIENT = { CLIENT_EXAMPLE_REDIRECTS: 'https://shop.example.org/callback' };
const WEBHOOK = {
  WEBHOOK_URL: 'https://app.example.com/webhooks',
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
};
/** With a given secret, reading writes no file. */
const BASE = { AUTH_SECRET: 'given' };

function namesThatAreRead(): Set<string> {
  const names = new Set<string>();
  const given: Record<string, string> = { ...BASE, ...PROVIDERS, ...CLIENT, ...WEBHOOK };
  readSettings(
    new Proxy(given, {
      get(target, name) {
        if (typeof name === 'string') names.add(withoutId(name));
        return Reflect.get(target, name) as string | undefined;
      },
    }),
  );
  return names;
}

/** Allows a public origin, so that examples can name one. */
function settingsWith(name: string, value: string): Settings {
  const context = { ...contextOf(name), ...(name === 'WEBHOOK_URL' ? WEBHOOK : {}) };
  const open = name === 'APP_ORIGIN' && !value.includes('localhost') ? { PUBLIC_DEVELOPMENT: 'on' } : {};
  const production = name === 'NODE_ENV' && value === 'production' ? PRODUCTION : {};
  return readSettings({ ...BASE, ...context, ...open, ...production, [name]: value });
}

function settingsWithout(name: string): Settings {
  return readSettings({ ...BASE, ...contextOf(name) });
}

/** Other settings that `name` needs to have an effect. */
function contextOf(name: string): Record<string, string> {
  if (name === 'WEBHOOK_TYPES') return WEBHOOK;
  if (name.startsWith('METRICS_')) return { METRICS: 'on' };
  if (name === 'BREACHED_PASSWORDS_URL') return { BREACHED_PASSWORDS: 'on' };
  // The origins belong to one site.
  if (name === 'TRUSTED_ORIGINS')
    return { APP_ORIGIN: 'https://accounts.example.com', PUBLIC_DEVELOPMENT: 'on' };
  // A public client needs PKCE, so this one has a secret.
  if (name === 'CLIENT_EXAMPLE_PKCE')
    return { ...CLIENT, CLIENT_EXAMPLE_SECRET_HASHES: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU' };
  if (name.startsWith('CLIENT_')) return CLIENT;
  return /^(OIDC|AUTH_KEYCLOAK)_/.test(name) ? PROVIDERS : {};
}

const documented = DOCUMENTED_SETTINGS;

describe('docs/settings.md', () => {
  it('has each setting that the code reads, and no other', () => {
    const names = documented.map(({ name }) => name);
    expect(names).toHaveLength(new Set(names).size);
    expect(names.toSorted()).toEqual([...namesThatAreRead()].toSorted());
    expect(names.filter((name) => !name.includes('<ID>')).toSorted()).toEqual([...SETTING_NAMES].toSorted());
  });

  it('has every setting of .env.example, which has no secret', async () => {
    const example = await read('.env.example');
    const listed = [...example.matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name = '']) => withoutId(name));
    expect(documented.map(({ name }) => name)).toEqual(expect.arrayContaining(listed));
    expect(example).toMatch(/^# AUTH_SECRET=$/m);
  });

  it('marks as required what production needs', () => {
    const faults = settingFaultsOf(() => readSettings({ NODE_ENV: 'production' }));
    const required = new Set(faults.map(({ variable }) => variable).filter((name) => /^\w+$/.test(name)));
    const marked = documented.filter(({ meaning }) => meaning.startsWith('**required**'));
    expect(marked.map(({ name }) => name).toSorted()).toEqual([...required].toSorted());
  });

  it.each(documented.filter(({ defaultValue }) => codeOf(defaultValue) !== undefined))(
    'has the right default of $name: setting it changes nothing',
    ({ name, defaultValue }) => {
      const variable = withId(name);
      expect(settingsWith(variable, codeOf(defaultValue) ?? '')).toEqual(settingsWithout(variable));
    },
  );

  it('shows the value of each default that is a value', () => {
    const values = new Set(documented.map(({ defaultValue }) => codeOf(defaultValue)));
    const { authSecret: _, dataDir: __, listenHost: ___, basePath: ____, ...defaults } = readSettings(BASE);
    const written = Object.values(defaults).filter(
      (value) => typeof value === 'string' || typeof value === 'number',
    );
    expect([...values]).toEqual(expect.arrayContaining(written.map(String)));
  });

  it.each(documented.filter(({ example }) => codeOf(example) !== undefined))(
    'has an example of $name that Foyer accepts',
    async ({ name, example }) => {
      const variable = withId(name);
      const value = codeOf(example) ?? '';
      if (name === 'OIDC_<ID>_LOGO') {
        const file = path.join(folderOfTest(), value);
        await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg"/>');
        expect(settingsWith(variable, file).oidcProviders[0]?.logo?.type).toBe('image/svg+xml');
        return;
      }
      if (name === 'OIDC_<ID>_PRIVATE_KEY_ID' || name === 'PUBLIC_DEVELOPMENT') {
        // Without a key or a public origin they have no effect; the tests of those set them.
        expect(() => settingsWith(variable, value)).not.toThrow();
        return;
      }
      expect(settingsWith(variable, value)).not.toEqual(settingsWithout(variable));
    },
  );

  it('has an example of all but secrets and keys', () => {
    const without = documented.filter(({ example }) => codeOf(example) === undefined);
    expect(without.map(({ name }) => name)).toEqual([
      'AUTH_SECRET',
      'AUTH_SECRET_PREVIOUS',
      'WEBHOOK_SECRET',
      'OIDC_<ID>_PRIVATE_KEY',
      'CLIENT_<ID>_SECRET_HASHES',
      'CLIENT_<ID>_JWKS',
    ]);
  });
});
