import { at } from '../../base-path.ts';
import type { Shape } from '../../../shared/plain-fields.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Shape }>>;
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Shape;
}

/** The part that the page shows. */
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-foyer-scope': string;
  readonly 'x-foyer-fresh': boolean;
  readonly 'x-foyer-second-factor': boolean;
  readonly 'x-foyer-errors': readonly string[];
}

interface ApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Shape>>;
    readonly securitySchemes: { readonly session: { readonly name: string } };
  };
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
}

export interface ShownProcedure {
  /** Such as `session.get`. */
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly doc: string;
  readonly scope: string;
  readonly isFresh: boolean;
  readonly needsSecondFactor: boolean;
  readonly isForAnyone: boolean;
  readonly input: Shape | null;
  readonly answer: Shape | null;
  readonly errors: readonly string[];
  readonly curl: string;
}

const PROCEDURE = /^\/trpc\/[^{]+$/;

export async function readProcedures(): Promise<ShownProcedure[]> {
  const answer = await fetch(at('/openapi.json'));
  if (!answer.ok) throw new Error(`/openapi.json answered ${answer.status}.`);
  const { paths, servers, components } = (await answer.json()) as ApiDocument;
  const base = servers[0]?.url ?? location.origin;
  const cookie = components.securitySchemes.session.name;
  return Object.entries(paths).flatMap(([path, { get, post }]) => {
    const operation = get ?? post;
    // The endpoints of OAuth and the path of batches are no procedures.
    if (!operation || !PROCEDURE.test(path)) return [];
    const kind = get ? ('query' as const) : ('mutation' as const);
    const inline = (shape: Shape | null) => shape && withoutReferences(shape, components.schemas);
    const input = inline(toShape(operation.parameters) ?? schemaOf(operation.requestBody));
    const scope = operation['x-foyer-scope'];
    const isForAnyone = operation.security.some((way) => Object.keys(way).length === 0);
    const who = authenticationOf({ scope, isForAnyone, kind, origin: new URL(base).origin, cookie });
    return [
      {
        name: operation.operationId,
        kind,
        doc: operation.description,
        scope,
        isFresh: operation['x-foyer-fresh'],
        needsSecondFactor: operation['x-foyer-second-factor'],
        isForAnyone,
        input,
        answer: inline(
          schemaOf(operation.responses['200'])?.properties?.['result']?.properties?.['data'] ?? null,
        ),
        errors: operation['x-foyer-errors'],
        curl: curlOf({ address: base + path, kind, who, input }),
      },
    ];
  });
}

function schemaOf(content: Content | undefined): Shape | null {
  return Object.values(content?.content ?? {})[0]?.schema ?? null;
}

/** The parameters of a query as an object, which is the form of its input. */
function toShape(parameters: readonly Parameter[] | undefined): Shape | null {
  if (!parameters) return null;
  const whole = parameters.find(({ schema }) => schema.contentSchema)?.schema.contentSchema;
  if (whole) return whole;
  const fields = parameters.map(({ name, description = '', schema }) => [name, { ...schema, description }]);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(fields) as Record<string, Shape>, required };
}

/** No schema contains itself. */
function withoutReferences(shape: Shape, schemas: Readonly<Record<string, Shape>>): Shape {
  return JSON.parse(JSON.stringify(shape), (_key, value: unknown) => {
    const { $ref, ...others } = (value ?? {}) as Shape;
    const named = typeof $ref === 'string' ? schemas[$ref.replace('#/components/schemas/', '')] : undefined;
    return named ? { ...withoutReferences(named, schemas), ...others } : value;
  }) as Shape;
}

interface Call {
  readonly address: string;
  readonly kind: ShownProcedure['kind'];
  readonly who: readonly string[];
  readonly input: Shape | null;
}

/** An access token where possible, else the session cookie. A mutation with it needs an `origin` header. */
function authenticationOf(by: {
  readonly scope: string;
  readonly isForAnyone: boolean;
  readonly kind: Call['kind'];
  readonly origin: string;
  readonly cookie: string;
}): string[] {
  if (by.scope === 'public' || (by.scope === 'session' && by.isForAnyone)) return [];
  if (by.scope !== 'session') return ['-H "authorization: Bearer $FOYER_TOKEN"'];
  const from = by.kind === 'mutation' ? [`-H 'origin: ${by.origin}'`] : [];
  return [`-b "${by.cookie}=$FOYER_SESSION"`, ...from];
}

/** With the required fields. */
function curlOf({ address, kind, who, input }: Call): string {
  if (input?.contentMediaType) {
    const body = ["-H 'content-type: application/octet-stream'", '--data-binary @picture.jpg'];
    return ['curl -s', address, ...who, ...body].join(' ');
  }
  const example = exampleOf(input);
  if (kind === 'query') {
    const fields = Object.entries(example).flatMap(([name, value]) =>
      [value].flat().map((one) => `--data-urlencode '${name}=${String(one)}'`),
    );
    return ['curl -s', address, ...(fields.length > 0 ? ['-G', ...fields] : []), ...who].join(' ');
  }
  const body = `-d '${JSON.stringify(example)}'`;
  return ['curl -s', address, ...who, "-H 'content-type: application/json'", body].join(' ');
}

/** The required fields. */
function exampleOf(shape: Shape | null): Readonly<Record<string, unknown>> {
  const form = shape?.anyOf?.[0] ?? shape?.oneOf?.[0] ?? shape;
  return Object.fromEntries(
    (form?.required ?? []).map((name) => [name, valueOf(form?.properties?.[name])] as const),
  );
}

function valueOf(shape: Shape | undefined): unknown {
  if (shape?.const !== undefined) return shape.const;
  if (shape?.enum) return shape.enum[0];
  if (shape?.items) return [valueOf(shape.items)];
  return shape?.type === 'integer' || shape?.type === 'number' ? 1 : '…';
}

export function isFound(procedure: ShownProcedure, search: string): boolean {
  const { name, doc, scope, errors, kind } = procedure;
  const text = [name, doc, scope, kind, ...errors].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
