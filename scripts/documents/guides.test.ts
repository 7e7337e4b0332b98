import { execFile } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readSettings } from '../../src/server/settings/read-settings.ts';
import { SETTING_NAMES } from '../../src/server/settings/unknown-names.ts';
import { filledIn } from '../proxies/deploy-files.ts';
import { blocksOf, readDocument } from './markdown.ts';

// Gives what the guides say to write to the code that reads it.

const run = promisify(execFile);
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const LOADER = new URL('../../src/server/configuration/load-configuration.ts', import.meta.url).href;
const folder = await mkdtemp(path.join(tmpdir(), 'foyer-guides-'));
afterAll(() => rm(folder, { recursive: true }));

const PRODUCTION = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'mC8yqzWc1gkX0d3M3n6b8h2vQ5t7r9u1w3y5A7C9E1g=',
  MONGODB_URI: 'mongodb://foyer:password@db.example.com:27017/foyer?tls=true',
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  MAIL_FROM: 'Example Accounts <accounts@example.com>',
};

async function environmentsOf(guide: string): Promise<Record<string, string>[]> {
  const blocks = (await blocksOf(guide, 'sh')).filter((block) => /^[A-Z][A-Z_]+=/.test(block));
  const variables = (block: string) =>
    [...block.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^"(.*)"$/, '$1'),
    ]);
  return blocks.map((block) => Object.fromEntries(variables(block)) as Record<string, string>);
}

it.each(['nginx', 'caddy', 'traefik', 'systemd'])(
  'the guide for one machine has settings that production accepts: %s',
  async (guide) => {
    const [environment = {}] = await environmentsOf(guide);
    expect(readSettings({ ...PRODUCTION, ...environment })).toMatchObject({
      origin: 'https://accounts.example.com',
      listenHost: '127.0.0.1',
      port: 3000,
      trustProxy: 1,
    });
  },
);

const composeService = z.looseObject({
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.unknown()).optional(),
  volumes: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
});
const composeFile = z.object({
  services: z.record(z.string(), z.union([composeService, z.literal('null')])),
});

describe('the guide for production with Compose', () => {
  it('makes of docker-compose.yml a Foyer whose settings production accepts, with time to end', async () => {
    const [guide = ''] = await blocksOf('production', 'yaml');
    // Compose reads `!override` and `!reset`, which do not change the values.
    const { services: changes } = composeFile.parse(parse(guide, { logLevel: 'error' }));
    const { text } = await readDocument('docker-compose.yml');
    const { services } = z.looseObject({ services: z.record(z.string(), composeService) }).parse(parse(text));
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(changes)));
    expect(guide).toContain('mail: !reset null');
    const app = composeService.parse(changes['app']);
    expect(Object.keys(app.depends_on ?? {})).toEqual(['database']);
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(services['app']?.environment ?? {})));
    // SHUTDOWN_DELAY in production, and the time until the process ends.
    expect(Number.parseInt(services['app']?.stop_grace_period ?? '', 10)).toBeGreaterThan(5 + 5);

    const [secrets = ''] = await blocksOf('production', 'sh');
    const made = [...secrets.matchAll(/printf '([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect((await readDocument('docs/guides/production.md')).text).toContain('Add `SMTP_URL=smtps://');
    const values: Record<string, string> = {
      AUTH_SECRET: PRODUCTION.AUTH_SECRET,
      DATABASE_PASSWORD: 'ab'.repeat(24),
      BACKUP_PASSWORD: 'cd'.repeat(24),
      SMTP_URL: PRODUCTION.SMTP_URL,
    };
    expect([...made, 'SMTP_URL']).toEqual(Object.keys(values));
    const settings = readSettings(filledIn({ ...services['app']?.environment, ...app.environment }, values));
    expect(settings).toMatchObject({
      mode: 'production',
      origin: 'https://accounts.example.com',
      listenHost: null,
      trustProxy: 1,
      demo: false,
    });
    const published = services['app']?.ports?.map((port) => port.split(':'));
    expect(published).toEqual([['127.0.0.1', '3000', String(settings.port)]]);
    expect(new URL(settings.mongodbUri ?? '').hostname).toBe('database');
  });
});

describe('a guide for an identity provider', () => {
  it.each(['google', 'github', 'apple', 'entra'])(
    'has settings that are accepted, and their redirect address: %s',
    async (guide) => {
      const environments = await environmentsOf(guide);
      const complete = environments.filter((each) => 'APP_ORIGIN' in each);
      expect(complete.length).toBeGreaterThan(0);
      for (const environment of complete) {
        const settings = readSettings({ ...PRODUCTION, ...environment });
        const { origin, authBasePath, oidcProviders, builtInProviders } = settings;
        expect([...oidcProviders, ...builtInProviders].map(({ id }) => id)).toEqual([guide]);
        const [redirect = ''] = await blocksOf(guide, 'text');
        expect(redirect.trim()).toBe(`${origin}${authBasePath}/callback/${guide}`);
      }
    },
  );

  it('has an issuer for an installation of GitHub that is accepted', async () => {
    const [first, second] = await environmentsOf('github');
    const { builtInProviders } = readSettings({ ...PRODUCTION, ...first, ...second });
    expect(builtInProviders).toMatchObject([{ id: 'github', issuer: 'https://github.example.com' }]);
  });

  it('makes a client secret for Apple that its key has signed', async () => {
    const [program = ''] = await blocksOf('apple', 'js');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keyFile = path.join(folder, 'AuthKey_ABC123DEFG.p8');
    await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await writeFile(path.join(folder, 'apple-secret.mjs'), program);
    const command = (await blocksOf('apple', 'sh')).find((block) => block.startsWith('node ')) ?? '';
    const [, ...args] = command.trim().split(' ');
    const { stdout } = await run(process.execPath, args, { cwd: folder });
    const [header = '', payload = '', signature = ''] = stdout.trim().split('.');
    const decoded = [header, payload].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    const [, , keyId, team, clientId] = args;
    const { iat } = decoded[1] as { iat: number };
    const claims = {
      iss: team,
      sub: clientId,
      aud: 'https://appleid.apple.com',
      iat,
      exp: iat + 180 * 86_400,
    };
    expect(decoded).toEqual([{ alg: 'ES256', kid: keyId }, claims]);
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    const signed = Buffer.from(`${header}.${payload}`);
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
  });
});

describe('the guide for brand and mails', () => {
  it('makes a folder that Foyer accepts, with the words of the guide', async () => {
    const [environment = {}] = await environmentsOf('brand-and-mails');
    const brandFolder = path.join(folder, environment['BRAND_DIR'] ?? '');
    const { text } = await readDocument('docs/guides/brand-and-mails.md');
    const files = [...text.matchAll(/^`brand\/(\S+)`:\n\n```\w+\n([\s\S]*?)^```/gm)];
    expect(files.map(([, name]) => name)).toEqual(['logo.svg', 'words/en.json', 'mails/en.json']);
    for (const [, name = '', content = ''] of files) {
      await mkdir(path.dirname(path.join(brandFolder, name)), { recursive: true });
      await writeFile(path.join(brandFolder, name), content);
    }
    const { brand } = readSettings({
      ...PRODUCTION,
      ...environment,
      APP_ORIGIN: 'https://a.example',
      BRAND_DIR: brandFolder,
    });
    expect(brand.name).toBe('Example');
    expect(JSON.stringify(brand.words)).toContain('Welcome to Example');
    expect(JSON.stringify(brand.mails)).toContain('Sign in securely');
  });
});

describe('the guide for own fields and roles', () => {
  it('has a configuration that the server accepts', async () => {
    const [source = ''] = await blocksOf('own-fields-and-roles', 'ts');
    await writeFile(path.join(folder, 'foyer.config.ts'), source);
    // A separate process, because Vitest does not load TypeScript for the server's `import()`.
    const program = `import { loadConfiguration } from ${JSON.stringify(LOADER)};
      const { ownFields, roles } = await loadConfiguration(${JSON.stringify(folder)});
      console.log(JSON.stringify([ownFields.map(({ name }) => name), [...roles]]));`;
    const { stdout } = await run(process.execPath, ['--import', TSX, '--input-type=module', '-e', program]);
    expect(JSON.parse(stdout)).toEqual([['plan'], [['accountant', ['invoice:read', 'invoice:write']]]]);
  });
});
