import { readFile, writeFile } from 'node:fs/promises';
import type { PublishedConfiguration, PublishedField } from '../../../src/shared/published-configuration.ts';
import { toKey, toType } from '../../../src/shared/schema-types.ts';
import { FoyerError, readFailure } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, requestJson, type Fetch } from '../http.ts';
import { UsageError } from './exit-codes.ts';
import type { Output } from './output.ts';

/** The default of `--out`. */
export const TYPES_FILE = 'foyer.d.ts';
const HEAD = '// Written by `foyer types`.';

interface TypesOptions {
  readonly url: string;
  readonly fetch: Fetch;
  readonly file: string;
  readonly output: Output;
}

/** Writes roles, permissions, scopes and own fields as types, for an app without `foyer.config.ts`. */
export async function types({ url, fetch, file, output }: TypesOptions): Promise<void> {
  const configuration = await requestConfiguration(fetch, url);
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (before !== null && !before.startsWith(HEAD))
    throw new UsageError(`${file} is another file. Name a new one: foyer types --out <file>`);
  await writeFile(file, renderTypes(configuration, url));
  const { permissions, roles } = configuration;
  const [scopes, fields] = [Object.keys(configuration.scopes), Object.keys(configuration.fields)];
  output.json({ url, file, permissions, roles: Object.keys(roles), scopes, fields });
  const counts = [
    `roles: ${Object.keys(roles).length}`,
    `permissions: ${permissions.length}`,
    `scopes: ${scopes.length}`,
    `own fields: ${fields.length}`,
  ];
  output.line(`${file} has the types of ${url} (${counts.join(', ')}).`);
}

export async function requestConfiguration(fetch: Fetch, url: string): Promise<PublishedConfiguration> {
  const address = `${url}/.well-known/foyer-configuration`;
  const { answer, json } = await requestJson(fetch, DEFAULT_TIMEOUT_MS, address, { redirect: 'error' }).catch(
    (cause: unknown) => {
      throw new FoyerError('UNAVAILABLE', { cause, message: `No Foyer answers at ${url}.` });
    },
  );
  const failure = readFailure(json);
  if (failure) throw failure;
  const { permissions, roles, graveRoles, scopes, fields } = (json ?? {}) as Partial<PublishedConfiguration>;
  if (!answer.ok || !Array.isArray(permissions) || !roles || !graveRoles || !scopes || !fields)
    throw new FoyerError('UNAVAILABLE', { cause: new Error(`${address} answered no configuration`) });
  return { permissions, roles, graveRoles, scopes, fields };
}

/** Every name of the answer is quoted or an identifier, so that it is never code. */
export function renderTypes(
  { permissions, roles, scopes, fields }: PublishedConfiguration,
  url: string,
): string {
  const own = Object.entries(fields).map(([name, field]) => `        ${toKey(name)}: ${fieldType(field)};`);
  return `${HEAD} Run \`foyer types --url ${url}\` again when the roles, scopes or fields there change.
// A module, so that the declaration below adds to the package's own.
export {};

declare module 'foyer-auth/config' {
  interface Register {
    types: {
      permission: ${union(permissions)};
      role: ${union(['administrator', ...Object.keys(roles)])};
      scope: ${union(Object.keys(scopes))};
      fields: {${own.length === 0 ? '' : `\n${own.join('\n')}\n      `}};
      claims: Record<string, unknown>;
    };
  }
}
`;
}

function fieldType({ schema, read, write, session, token, indexed }: PublishedField): string {
  const value = toType(schema, { io: 'output' }).replaceAll(/\s*\n\s*/g, ' ');
  const flags = `session: ${Boolean(session)}; token: ${Boolean(token)}; indexed: ${Boolean(indexed)}`;
  return `{ input: ${value}; value: ${value}; read: ${union(read)}; write: ${union(write)}; ${flags} }`;
}

function union(words: readonly string[]): string {
  return words.length === 0 ? 'never' : [...new Set(words)].map((word) => JSON.stringify(word)).join(' | ');
}
