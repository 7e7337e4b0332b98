import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly unknown[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-foyer-scope': string;
  readonly 'x-foyer-service-scope': string | null;
  readonly 'x-foyer-administrator': boolean;
  readonly 'x-foyer-fresh': boolean;
  readonly 'x-foyer-second-factor': boolean;
  readonly 'x-foyer-errors': readonly string[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers?: object;
        readonly content: { readonly 'application/json': { readonly schema: object } };
      }
    >
  >;
}
type DocumentedResponse = Operation['responses'][string];
export interface OpenApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
  };
  readonly 'x-foyer-common-errors': readonly string[];
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

export function operationOf(document: OpenApiDocument, path: string): Operation {
  const { get, post } = document.paths[`/trpc/${path}`] ?? {};
  const operation = get ?? post;
  if (!operation) throw new Error(`the document lacks ${path}`);
  return operation;
}

export function responseOf(
  document: OpenApiDocument,
  { responses }: Operation,
  status: number,
): DocumentedResponse | undefined {
  const response = responses[String(status)];
  const name = /^#\/components\/responses\/(.*)$/.exec((response as { $ref?: string })?.$ref ?? '')?.[1];
  return name === undefined ? response : document.components.responses[name];
}

/** The check of an answer. It also refuses undocumented fields, which callers must accept. */
export function checkOf(document: OpenApiDocument, operation: Operation, status: number): ValidateFunction {
  const { schema } = responseOf(document, operation, status)?.content['application/json'] ?? {};
  if (!schema) throw new Error(`${operation.operationId} says nothing of ${status}`);
  const whole = { ...schema, components: { schemas: document.components.schemas } };
  return ajv.compile(
    JSON.parse(JSON.stringify(whole), (_key, value: unknown) =>
      isOpenObject(value) ? { ...value, additionalProperties: false } : value,
    ) as object,
  );
}

/** The schema of an object with named fields. The document also has a field named `properties`. */
function isOpenObject(value: unknown): value is object {
  const { type, properties, additionalProperties } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return type === 'object' && typeof properties === 'object' && additionalProperties === undefined;
}
