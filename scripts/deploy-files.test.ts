import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { operationPages } from '../src/locales/en/pages/operation-pages.ts';
import { readSettings } from '../src/server/settings/read-settings.ts';
import { SETTING_NAMES } from '../src/server/settings/unknown-names.ts';
import { folderOfTest } from '../src/testing/run/temporary-folder.ts';
import { PROJECT, readDocument } from './documents/markdown.ts';

// `proxies` has the tests of the Compose files, and `interop` compares the others with the schemas of Kubernetes.

const readDeployed = (file: string) => readFile(path.join(PROJECT, 'deploy', file), 'utf8');

/** What the guides let a person write down as a secret. */
const SECRETS = {
  AUTH_SECRET: 'mC8yqzWc1gkX0d3M3n6b8h2vQ5t7r9u1w3y5A7C9E1g=',
  MONGODB_URI: 'mongodb+srv://foyer:password@cluster.example.com/foyer',
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
};

const variables = z.array(z.object({ name: z.string(), value: z.string() }));
const deployment = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.int(),
        containers: z.tuple([z.looseObject({ env: variables })]),
      }),
    }),
  }),
});
const blueprint = z.object({
  services: z.tuple([
    z.looseObject({
      maxShutdownDelaySeconds: z.int(),
      envVars: z.array(
        z.object({ key: z.string(), value: z.string().optional(), sync: z.literal(false).optional() }),
      ),
    }),
  ]),
});

interface Deployed {
  readonly environment: Readonly<Record<string, string>>;
  /** Seconds from SIGTERM until the process is killed. */
  readonly stopsWithin: number;
}

const READERS: Readonly<Record<string, (text: string) => Deployed>> = {
  'kubernetes.yml': (text) => {
    const { template } = deployment.parse(parseAllDocuments(text)[0]?.toJS()).spec;
    const { containers, terminationGracePeriodSeconds: stopsWithin } = template.spec;
    return {
      environment: Object.fromEntries(containers[0].env.map(({ name, value }) => [name, value])),
      stopsWithin,
    };
  },
  'fly.toml': (text) => {
    const [, environment = ''] = /^\[env\]\n(.*?)\n\n/ms.exec(text) ?? [];
    const [, stopsWithin] = /^kill_timeout = (\d+)$/m.exec(text) ?? [];
    const set = environment.matchAll(/^(\w+) = '(.*)'$/gm);
    return {
      environment: Object.fromEntries([...set].map(([, name = '', value = '']) => [name, value])),
      stopsWithin: Number(stopsWithin),
    };
  },
  'render.yaml': (text) => {
    const [{ envVars, maxShutdownDelaySeconds: stopsWithin }] = blueprint.parse(parse(text)).services;
    const asked = envVars.filter(({ sync }) => sync === false).map(({ key }) => key);
    expect(asked).toEqual(Object.keys(SECRETS));
    const set = envVars.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]]));
    return { environment: Object.fromEntries(set) as Record<string, string>, stopsWithin };
  },
};

it.each(Object.entries(READERS))(
  'deploy/%s has settings that production accepts, and time to end',
  async (file, read) => {
    const { environment, stopsWithin } = read(await readDeployed(file));
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(readSettings({ ...environment, ...SECRETS })).toMatchObject({
      mode: 'production',
      origin: 'https://accounts.example.com',
      port: 3000,
      trustProxy: 1,
    });
    // SHUTDOWN_DELAY in production, and the time until the process ends.
    expect(stopsWithin).toBeGreaterThan(5 + 5);
  },
);

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it.runIf(hasSystemd)(
  'systemd finds no fault in deploy/foyer.service, and little that it may do',
  async () => {
    const folder = folderOfTest();
    const unit = await readDeployed('foyer.service');
    const program = path.join(folder, 'node_modules/.bin/foyer-server');
    await mkdir(path.dirname(program), { recursive: true });
    await writeFile(program, '#!/bin/sh\n');
    await chmod(program, 0o755);
    const file = path.join(folder, 'foyer.service');
    await writeFile(file, unit.replaceAll('/opt/foyer', folder));
    const analyze = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
      return { status, said: stdout + stderr };
    };
    expect(analyze('verify', file)).toEqual({ status: 0, said: '' });
    // Tenths of the "exposure", of at most 100. A service without any protection has 96.
    expect(analyze('security', '--offline=true', '--threshold=20', file)).toMatchObject({ status: 0 });
  },
);

it('the guide for an hour has the checklist of the console', async () => {
  const { text } = await readDocument('docs/guides/in-an-hour.md');
  const listed = [...text.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.values(operationPages.checklist.names));
});
