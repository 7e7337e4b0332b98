import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { blocksOf, PROJECT } from '../documents/markdown.ts';

// The files of `deploy`, as Compose reads them.

export const DEPLOY = path.join(PROJECT, 'deploy');
export const readDeployed = (file: string) => readFile(path.join(DEPLOY, file), 'utf8');

const healthcheck = z.strictObject({
  test: z.array(z.string()),
  interval: z.string(),
  timeout: z.string(),
  retries: z.number(),
  start_period: z.string(),
});
const service = z.strictObject({
  image: z.string().regex(/^(?:foyer|[\w/]+:v?\d[\d.]*)$/),
  build: z.literal('..').optional(),
  init: z.boolean().optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  network_mode: z.string().optional(),
  healthcheck: healthcheck.optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .default({}),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  restart: z.enum(['unless-stopped', 'no', 'on-failure:5']),
});
const network = z.strictObject({ internal: z.boolean().optional() }).nullable();
const composeFile = z.strictObject({
  name: z.string(),
  'x-foyer': z.unknown(),
  'x-database': z.unknown(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), network),
  volumes: z.record(z.string(), z.null()),
});

export const composeText = await readDeployed('docker-compose.yml');
export const { services, networks, volumes } = composeFile.parse(parse(composeText, { merge: true }));
export const entries = Object.entries(services);
export const FOYERS = entries.filter(([, { image }]) => image === 'foyer');
export const DATABASES = entries.filter(([, { command }]) => command?.includes('--replSet'));
export const namesOf = (found: typeof entries) => found.map(([name]) => name);
export const serviceOf = (name: string) => service.parse(services[name]);

/** What the guide writes into `.env`. */
export async function environmentOfGuide(): Promise<Record<string, string>> {
  const [secrets = ''] = await blocksOf('several-processes', 'sh');
  const written = [...secrets.matchAll(/printf '([A-Z_]+)=%s\\n' (.+?) >>? \.env/g)];
  return Object.fromEntries(
    written.map(([, name = '', value = '']) => [
      name,
      value.startsWith('"') ? 'mC8yqzWc1gkX0d3M3n6b8h2vQ5t7r9u1w3y5A7C9E1g' : value.replaceAll("'", ''),
    ]),
  );
}

/** As Compose fills in the variables of `.env`. */
export function filledIn(
  environment: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const set = Object.entries(environment).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{([A-Z_]+):[?-]\}/g, (_all, key: string) => values[key] ?? ''),
  ]);
  return Object.fromEntries(set) as Record<string, string>;
}
