import type { Shape } from '../../../shared/plain-fields.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Shape }>>;
}

/** The part of an operation of `/openapi.json` that the page shows. */
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly Content[];
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
  readonly components: { readonly securitySchemes: { readonly session: { readonly name: string } } };
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
}

export interface ShownProcedure {
  /** `session.get` */
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

/** Reads the procedures from the OpenAPI document of this server. */
export async function readProcedures(): Promise<ShownProcedure[]> {
  const answer = await fetch('/openapi.json');
  if (!answer.ok) throw new Error(`/openapi.json answered ${answer.status}.`);
  const { paths, servers, components } = (await answer.json()) as ApiDocument;
  const origin = servers[0]?.url ?? '';
  const cookie = components.securitySchemes.session.name;
  return Object.entries(paths).flatMap(([path, { get, post }]) => {
    const operation = get ?? post;
    if (!operation) return [];
    const kind = get ? ('query' as const) : ('mutation' as const);
    const sent = operation.parameters?.[0] ?? operation.requestBody;
    const input = schemaOf(sent);
    const scope = operation['x-foyer-scope'];
    const isForAnyone = operation.security.some((way) => Object.keys(way).length === 0);
    const who = authenticationOf({ scope, isForAnyone, kind, origin, cookie });
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
        answer: schemaOf(operation.responses['200'])?.properties?.['result']?.properties?.['data'] ?? null,
        errors: operation['x-foyer-errors'],
        curl: curlOf({ address: origin + path, kind, who, input }),
      },
    ];
  });
}

function schemaOf(content: Content | undefined): Shape | null {
  return Object.values(content?.content ?? {})[0]?.schema ?? null;
}

interface Call {
  readonly address: string;
  readonly kind: ShownProcedure['kind'];
  readonly who: readonly string[];
  readonly input: Shape | null;
}

/**
 * The authentication of a curl command: an access token where possible, else the session cookie. A mutation with a cookie also needs an
 * `origin` header.
 */
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

/** A shell command with the required fields. */
function curlOf({ address, kind, who, input }: Call): string {
  if (input?.contentMediaType) {
    const body = ["-H 'content-type: application/octet-stream'", '--data-binary @picture.jpg'];
    return ['curl -s', address, ...who, ...body].join(' ');
  }
  const example = exampleOf(input);
  if (kind === 'query') {
    const query = input ? [`-G --data-urlencode 'input=${example}'`] : [];
    return ['curl -s', address, ...query, ...who].join(' ');
  }
  return ['curl -s', address, ...who, "-H 'content-type: application/json'", `-d '${example}'`].join(' ');
}

function exampleOf(shape: Shape | null): string {
  const form = shape?.anyOf?.[0] ?? shape?.oneOf?.[0] ?? shape;
  const fields = (form?.required ?? []).map((name) => [name, valueOf(form?.properties?.[name])] as const);
  return JSON.stringify(Object.fromEntries(fields));
}

function valueOf(shape: Shape | undefined): unknown {
  if (shape?.const !== undefined) return shape.const;
  if (shape?.enum) return shape.enum[0];
  if (shape?.items) return [valueOf(shape.items)];
  return shape?.type === 'integer' || shape?.type === 'number' ? 1 : '…';
}

/** Whether the text of the procedure contains every search word. */
export function isFound(procedure: ShownProcedure, search: string): boolean {
  const { name, doc, scope, errors, kind } = procedure;
  const text = [name, doc, scope, kind, ...errors].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
