import type { z } from 'zod';
import { apiProcedures, type ApiProcedure } from '../src/server/openapi/api-procedures.ts';
import { schemaOf } from '../src/server/openapi/json-schema.ts';
import { COMMON_ERRORS } from '../src/server/trpc/procedure-meta.ts';
import { ERRORS } from '../src/shared/errors/catalogue.ts';
import { EVENT_TYPES } from '../src/shared/event-types.ts';
import { ISSUES } from '../src/shared/issues.ts';
import { foyerEvent } from '../src/shared/schemas/events.ts';
import { SCOPES } from '../src/shared/scopes.ts';
import { SERVICE_SCOPES } from '../src/shared/service-scopes.ts';
import { docOf, toType } from '../src/shared/schema-types.ts';
import { CONFIGURED_TYPE_NAMES, configuredTypeAt } from './configured-types.ts';

/** package/src/events.ts: the types of the events. */
export function renderEvents(): string {
  const shape = schemaOf(foyerEvent, 'output');
  const nameAt = (path: string) => (/^data\.(added|removed)\[\]$/.test(path) ? 'Role' : undefined);
  return `// Generated. \`npm run generate\` writes it from the schemas of the events.
import type { Role } from './config.ts';

/** What an application can hear of. */
export type EventType = ${union(EVENT_TYPES)};

/** One event: what \`events.list\` answers, and what Foyer sends to a webhook endpoint. */
export type FoyerEvent = ${toType(shape, { io: 'output', nameAt })};
`;
}

/**
 * package/src/procedures.ts: what each procedure takes and answers as plain object types, and the errors that it declares, so that the package's
 * types stand alone.
 */
export function renderProcedures(): string {
  const procedures = apiProcedures();
  const byRouter = new Map<string, [string, ApiProcedure][]>();
  for (const procedure of procedures) {
    const [router = '', name = ''] = procedure.path.split('.');
    byRouter.set(router, [...(byRouter.get(router) ?? []), [name, procedure]]);
  }
  const inRouters = (line: (name: string, procedure: ApiProcedure) => string) =>
    [...byRouter].map(([router, own]) => [router, own.map(([name, each]) => line(name, each)).join('\n')]);
  const declarations = `/** Every code with which Foyer answers a failure. */
export type ErrorCode = ${union(Object.keys(ERRORS))};

/** The codes with which any call can fail. */
export type CommonErrorCode = ${union(COMMON_ERRORS)};

/** What may be wrong with a field of an input. */
export type IssueKey = ${union(Object.keys(ISSUES))};

/** What an access token may be allowed at Foyer itself. */
export type FoyerScope = ${union(SCOPES)};

/** What an access token may be allowed: at Foyer, or at the application (\`access.scopes\` of \`foyer.config.ts\`). */
export type Scope = ScopeWith<OwnScope>;

/** Foyer's scopes and others. */
export type ScopeWith<Others extends string> = FoyerScope | Others;

/** What a service key may be allowed. */
export type ServiceScope = ${union(SERVICE_SCOPES)};

export interface CallOptions {
  /** Gives the call up; it rejects with the signal's reason then. */
  readonly signal?: AbortSignal | undefined;
}

/** The procedures, by router and name. */
export interface Procedures {
${inRouters(member)
  .map(([router, members]) => `  readonly ${router}: {\n${members}\n};`)
  .join('\n')}
}

/** The codes with which each procedure can fail, beside \`CommonErrorCode\`. */
export interface ProcedureErrors {
${procedures.map(({ path, errors }) => `  readonly '${path}': ${union(errors)};`).join('\n')}
}

/** The codes with which a call of this procedure can fail: \`ErrorCodeOf<'accounts.unlink'>\`. */
export type ErrorCodeOf<Path extends keyof ProcedureErrors> = ProcedureErrors[Path] | CommonErrorCode;

/** How each is called: queries by GET, mutations by POST. */
export const KINDS = {
${inRouters((name, { kind }) => `${name}: '${kind}',`)
  .map(([router, kinds]) => `  ${router}: { ${kinds} },`)
  .join('\n')}
} as const;
`;
  const configured = CONFIGURED_TYPE_NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(declarations));
  return `// Over 300 lines: generated. \`npm run generate\` writes it from the router.
import type { ${configured.join(', ')} } from './config.ts';
import type { FoyerEvent } from './events.ts';

${declarations}`;
}

function union(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(' | ');
}

function member(name: string, procedure: ApiProcedure): string {
  const { kind, input, output, summary, errors } = procedure;
  const comment = docOf(
    `${summary}\n\n${accessOf(procedure)}\n\nFails with ${errors.map((code) => `\`${code}\``).join(', ')}.`,
  );
  const method = kind === 'query' ? 'query' : 'mutate';
  return `${comment}readonly ${name}: {\n${comment}${method}(${parameter(procedure.path, input)}, options?: CallOptions): Promise<${typeOf(procedure.path, output, 'output')}>;\n};`;
}

function typeOf(procedure: string, schema: z.ZodType, io: 'input' | 'output'): string {
  return toType(schemaOf(schema, io), {
    io,
    nameAt: (path, shape) =>
      procedure === 'events.list' && path === 'events[]'
        ? 'FoyerEvent'
        : configuredTypeAt(procedure, io, path, shape),
  });
}

function parameter(procedure: string, input: z.ZodType | 'bytes' | null): string {
  if (input === null) return 'input?: undefined';
  if (input === 'bytes') return 'input: Blob | Uint8Array';
  const type = typeOf(procedure, input, 'input');
  return input.safeParse(undefined).success ? `input: void | ${type}` : `input: ${type}`;
}

function accessOf({ scope, serviceScope, needsAdministrator }: ApiProcedure): string {
  const administrator = 'In the session of an administrator';
  if (serviceScope !== null) return `With a service key: scope \`${serviceScope}\`. ${administrator}, too.`;
  if (needsAdministrator) return `${administrator} only.`;
  if (scope === 'public') return 'Anyone may call it.';
  if (scope === 'session') return 'In a browser session only, not with an access token.';
  return `With an access token: scope \`${scope}\`.`;
}
