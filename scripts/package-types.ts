import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { apiProcedures, type ApiProcedure } from '../src/server/openapi/api-procedures.ts';
import { EMPTY_CONFIGURATION } from '../src/server/configuration/configuration.ts';
import { schemaOf, schemaOptions, type Direction } from '../src/server/openapi/json-schema.ts';
import { NAMED_ANSWERS, NAMED_INPUTS } from '../src/server/openapi/named-schemas.ts';
import { COMMON_ERRORS, KIND_ERRORS } from '../src/server/trpc/procedure-meta.ts';
import { ERRORS } from '../src/shared/errors/catalogue.ts';
import { EVENT_TYPES } from '../src/shared/event-types.ts';
import { ISSUES } from '../src/shared/issues.ts';
import type { Shape } from '../src/shared/plain-fields.ts';
import { overviewMethodCount } from '../src/shared/schemas/administration.ts';
import { EVENT_DATA, foyerEvent } from '../src/shared/schemas/events.ts';
import { descriptor } from '../src/shared/schemas/passkeys.ts';
import { signedIn } from '../src/shared/schemas/session.ts';
import { webhookDelivery } from '../src/shared/schemas/webhooks.ts';
import { SCOPES } from '../src/shared/scopes.ts';
import { SERVICE_SCOPES } from '../src/shared/service-scopes.ts';
import { docOf, toKey, toType } from '../src/shared/schema-types.ts';

/** Types that `foyer.config.ts` decides, by procedure, direction and path. The first match counts. */
const CONFIGURED_TYPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/ (.*\.)?user\.data$/, 'SessionData'],
  [/^users\.list input data$/, 'IndexedData'],
  [/^users\.\w+ input (.*\.)?data$/, 'UserDataChanges'],
  [/^users\.\w+ output (.*\.)?data$/, 'UserData'],
  [/^profile\.\w+ input (.*\.)?data$/, 'ProfileDataChanges'],
  [/^profile\.\w+ output (.*\.)?data$/, 'ProfileData'],
  // In `administration.configuration`, roles are objects.
  [/^(?!administration\.configuration ).* (.*\.)?roles\[\]$/, 'Role'],
  [/^users\.list input role$/, 'Role'],
  [/ (.*\.)?permissions\[\]$/, 'Permission'],
  [/ (.*\.)?via\.scopes\[\]$/, 'Scope'],
  [/^(accessTokens|device|users)\.\w+ (input|output) (.*\.)?scopes\[\]$/, 'Scope'],
];

/** What the generated file imports from `config.ts`. It declares `Scope` itself, from `OwnScope`. */
const CONFIGURED_TYPE_NAMES = [
  ...new Set(CONFIGURED_TYPES.map(([, type]) => (type === 'Scope' ? 'OwnScope' : type))),
].toSorted();

/** package/src/events.ts. The fields that all events have are written once. */
export function renderEvents(): string {
  const roleAt = (path: string) => (/^(added|removed)\[\]$/.test(path) ? 'Role' : undefined);
  const data = Object.entries(EVENT_DATA).map(
    ([type, schema]) =>
      `${toKey(type)}: ${toType(schemaOf(schema, 'output'), { io: 'output', nameAt: roleAt })};`,
  );
  const [event] = foyerEvent.options;
  const ofType: Readonly<Record<string, string>> = { type: 'Type', data: 'EventData[Type]' };
  return layOut(`// Generated. \`npm run generate\` writes it from the schemas of the events.
import type { Role } from './config.ts';

/** What an application can hear of. */
export type EventType = ${union(EVENT_TYPES)};

interface EventData {
${data.join('\n')}
}

/** One event: what \`events.list\` answers, and what Foyer sends to a webhook endpoint. */
export type FoyerEvent = {
[Type in EventType]: ${toType(schemaOf(event, 'output'), { io: 'output', nameAt: (path) => ofType[path] })};
}[EventType];
`);
}

/** package/src/procedures.ts: inputs, outputs and errors of the procedures as plain object types. */
export function renderProcedures(): string {
  const procedures = apiProcedures();
  const byRouter = new Map<string, [string, ApiProcedure][]>();
  for (const procedure of procedures) {
    const [router = '', name = ''] = procedure.path.split('.');
    byRouter.set(router, [...(byRouter.get(router) ?? []), [name, procedure]]);
  }
  const routers = [...byRouter].map(([router, own]) => ({
    router,
    members: own.map(([name, procedure]) => member(name, procedure)).join('\n'),
    kinds: (['query', 'mutation'] as const).map((kind) => {
      const names = own.filter(([, procedure]) => procedure.kind === kind).map(([name]) => `'${name}'`);
      return `${kind}: [${names.join(', ')}]`;
    }),
  }));
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
${routers.map(({ router, members }) => `readonly ${router}: {\n${members}\n};`).join('\n')}
}

/** The codes with which each procedure can fail, beside \`CommonErrorCode\`. */
export interface ProcedureErrors {
${procedures.map((procedure) => `readonly '${procedure.path}': ${errorsOf(procedure)};`).join('\n')}
}

/** The codes with which a call is refused before its procedure runs, by what the caller needs. */
interface RefusalErrors {
${Object.entries(KIND_ERRORS)
  .map(([kind, errors]) => `readonly '${kind}': ${union(errors)};`)
  .join('\n')}
}

/** The codes with which a call of this procedure can fail: \`ErrorCodeOf<'accounts.unlink'>\`. */
export type ErrorCodeOf<Path extends keyof ProcedureErrors> = ProcedureErrors[Path] | CommonErrorCode;

/** How each is called: queries by GET, mutations by POST. */
export const KINDS = {
${routers.map(({ router, kinds }) => `${router}: { ${kinds.join(', ')} },`).join('\n')}
} as const;
`;
  const types = [...namedTypes]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, type]) => `export type ${name} = ${type};`);
  const text = `${declarations}\n${types.join('\n\n')}\n`;
  const configured = CONFIGURED_TYPE_NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return layOut(`// Generated. \`npm run generate\` writes it from the router.
import type { ${configured.join(', ')} } from './config.ts';
import type { EventType, FoyerEvent } from './events.ts';

${text}`);
}

const PRINT_WIDTH = 110;

/** Indents braces and fills the lines of a long union. Prettier would give each word a line. */
function layOut(text: string): string {
  let depth = 0;
  const lines = text.split('\n').flatMap((line) => {
    if (line.startsWith('}')) depth -= 1;
    const indentation = '  '.repeat(depth);
    if (line.endsWith('{')) depth += 1;
    const isComment = line.startsWith('/') || line.startsWith(' *');
    return isComment ? [indentation + line] : fill(indentation, line.replaceAll('"', "'"));
  });
  return lines.join('\n');
}

function fill(indentation: string, line: string): string[] {
  const lines: string[] = [];
  let present = indentation;
  for (const part of line.split(/(?= \| )/)) {
    if (present.length + part.length > PRINT_WIDTH && present !== indentation) {
      lines.push(present);
      present = `${indentation} `;
    }
    present += part;
  }
  return [...lines, present];
}

function union(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(' | ');
}

function member(name: string, procedure: ApiProcedure): string {
  const { kind, input, output, summary, errors } = procedure;
  const comment = docOf(
    `${summary} ${accessOf(procedure)}\n@throws ${errors.map((code) => `\`${code}\``).join(', ')}`,
  );
  const method = kind === 'query' ? 'query' : 'mutate';
  return `readonly ${name}: {\n${comment}${method}(${parameter(procedure.path, input)}, options?: CallOptions): Promise<${typeOf(procedure.path, output, 'output')}>;\n};`;
}

function errorsOf({ guards, errors }: ApiProcedure): string {
  const ownErrors = errors.filter((code) => !KIND_ERRORS[guards].includes(code));
  return [`RefusalErrors['${guards}']`, ...ownErrors.map((code) => JSON.stringify(code))].join(' | ');
}

/** The names of schemas. A registry also finds schemas derived from named ones, as by `describe`. */
const SCHEMA_NAMES = {
  input: registryOf(NAMED_INPUTS),
  output: registryOf({
    ...NAMED_ANSWERS,
    // The OpenAPI document inlines these.
    CompletedSignIn: signedIn,
    OverviewCount: overviewMethodCount,
    PasskeyDescriptor: descriptor,
    WebhookDelivery: webhookDelivery,
  }),
};

function registryOf(schemas: Readonly<Record<string, z.ZodType>>) {
  const names = z.registry<{ typeName: string }>();
  for (const [typeName, schema] of Object.entries(schemas)) {
    // An editor shows `| null`, so a nullable schema gets no name.
    if (!schema.safeParse(null).success) names.add(schema, { typeName });
  }
  return names;
}

type NamedShape = Shape & { readonly typeName?: string };

/** The named types of the procedures, which `member` collects. */
const namedTypes = new Map<string, string>();

function typeOf(procedure: string, schema: z.ZodType, io: Direction): string {
  const options = schemaOptions(io, EMPTY_CONFIGURATION);
  const shape = z.toJSONSchema(schema, {
    ...options,
    override(part) {
      options.override(part);
      Object.assign(part.jsonSchema, SCHEMA_NAMES[io].get(part.zodSchema));
    },
  }) as NamedShape;
  const nameAt = (path: string, { typeName, ...part }: NamedShape): string | undefined => {
    // Declared in `events.ts`.
    if (typeName === 'FoyerEvent') return typeName;
    const name = configuredTypeAt(procedure, io, path, part) ?? listNameOf(part) ?? typeName;
    if (name !== typeName || name === undefined) return name;
    const type = toType(part, { io, nameAt }, path);
    if ((namedTypes.get(name) ?? type) !== type) throw new Error(`${name} differs at ${procedure} ${path}`);
    namedTypes.set(name, type);
    return name;
  };
  return toType(shape, { io, nameAt });
}

const NAMED_LISTS: Readonly<Record<string, readonly string[]>> = {
  EventType: EVENT_TYPES,
  ServiceScope: SERVICE_SCOPES,
};

function listNameOf({ enum: words }: Shape): string | undefined {
  return Object.keys(NAMED_LISTS).find((name) => isDeepStrictEqual(NAMED_LISTS[name], words));
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

/** The type at this path, if the configuration decides it. */
function configuredTypeAt(
  procedure: string,
  io: 'input' | 'output',
  path: string,
  shape: Shape,
): string | undefined {
  if (shape.type !== 'string' && path.endsWith('[]')) return undefined;
  const place = `${procedure} ${io} ${path}`;
  return CONFIGURED_TYPES.find(([pattern]) => pattern.test(place))?.[1];
}
