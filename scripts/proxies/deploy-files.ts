import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { blocksOf, PROJECT, readDocument } from '../documents/markdown.ts';

const DEPLOY = path.join(PROJECT, 'deploy');
export const readDeployed = (file: string) => readFile(path.join(DEPLOY, file), 'utf8');

const strings = z.array(z.string());
const service = z.looseObject({
  image: z.string().regex(/^(?:foyer|[\w/]+:v?\d[\d.]*)$/),
  command: strings.optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: strings.default([]),
  volumes: strings.default([]),
  networks: strings.default([]),
  network_mode: z.string().optional(),
  healthcheck: z.looseObject({ test: strings }).optional(),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  stop_grace_period: z.string().optional(),
  restart: z.string(),
});
const composeFile = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() }).nullable()),
});

export const composeText = await readDeployed('docker-compose.yml');
export const { services, networks } = composeFile.parse(parse(composeText, { merge: true }));
export const entries = Object.entries(services);
export const FOYERS = entries.filter(([, { image }]) => image === 'foyer');
export const DATABASES = entries.filter(([, { command }]) => command?.includes('--replSet'));
export const namesOf = (found: typeof entries) => found.map(([name]) => name);
export const serviceOf = (name: string) => service.parse(services[name]);

/** What the guide writes into `.env`. */
export async function environmentOfGuide(): Promise<Record<string, string>> {
  const [secrets = ''] = await blocksOf('several-processes', 'sh');
  const written = [...secrets.matchAll(/printf '([A-Z_]+)=%s\\n' (.+?) >>? \.env/g)];
  // A person writes this one with an editor.
  const { text } = await readDocument('docs/guides/several-processes.md');
  written.push(...text.matchAll(/Add `(SMTP_URL)=(\S+)`/g));
  return Object.fromEntries(
    written.map(([, name = '', value = '']) => [
      name,
      value.startsWith('"') ? 'mC8yqzWc1gkX0d3M3n6b8h2vQ5t7r9u1w3y5A7C9E1g' : value.replaceAll("'", ''),
    ]),
  );
}

/** Replaces variables as Compose does. */
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
