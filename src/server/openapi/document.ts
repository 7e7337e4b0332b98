import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { ISSUES } from '../../shared/issues.ts';
import { SCOPES } from '../../shared/scopes.ts';
import { SERVICE_SCOPES } from '../../shared/service-scopes.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { apiProcedures, type ApiProcedure } from './api-procedures.ts';
import { schemaOf, type Json } from './json-schema.ts';
import { COMMON_ERRORS } from '../trpc/procedure-meta.ts';
import { ROUTER_SUMMARIES } from '../trpc/router.ts';
import { toWebhooks } from './webhooks.ts';

/** The package's version, which a test compares. */
export const API_VERSION = '0.1.0';
const SESSION = 'session';
const TOKEN = 'accessToken';
const SERVICE_KEY = 'serviceKey';

interface DocumentOptions {
  readonly origin: string;
  /** The name of the session's cookie on this origin. */
  readonly sessionCookie: string;
  /** Its own fields are described in the `data` of people. */
  readonly configuration: Pick<Configuration, 'ownFields'>;
}

/**
 * Describes the procedures over HTTP as OpenAPI 3.1: queries by GET with their input as JSON in `input`, mutations by POST. All of it comes
 * from the router: its schemas and what its procedures declare. It also describes the webhooks that Foyer sends.
 */
export function createOpenApiDocument({ origin, sessionCookie, configuration }: DocumentOptions): Json {
  const procedures = apiProcedures();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: API_VERSION,
      summary: 'Sign-in, linked accounts, sessions and what belongs to an account.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    'x-foyer-common-errors': COMMON_ERRORS,
    tags: Object.entries(ROUTER_SUMMARIES).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      procedures.map((procedure) => [
        `/trpc/${procedure.path}`,
        { [procedure.kind === 'query' ? 'get' : 'post']: toOperation(procedure, configuration) },
      ]),
    ),
    webhooks: toWebhooks(),
    components: {
      schemas: { Failure: FAILURE },
      securitySchemes: {
        [SESSION]: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'A browser’s session. A mutation needs an `Origin` of this site beside it.',
        },
        [TOKEN]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'foyer_pat_…',
          description: `An access token of a person’s account, with the scopes that it was made with: ${SCOPES.join(', ')}.`,
        },
        [SERVICE_KEY]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'foyer_sk_…',
          description: `A service key of an application, with the scopes that it was made with: ${SERVICE_SCOPES.join(', ')}.`,
        },
      },
    },
  };
}

const INTRODUCTION = `Queries are GET, with their input as JSON in the parameter \`input\`; mutations are POST with a JSON body, which may be
\`{}\` without an input. An answer is \`{ "result": { "data": … } }\`, a failure \`{ "error": { "data": { "appCode": … } } }\`
with a code of the catalogue. tRPC can send several calls in one request. This document does not describe batches.`;

function toOperation(procedure: ApiProcedure, { ownFields }: Pick<Configuration, 'ownFields'>): Json {
  const { path, summary, scope, serviceScope, needsAdministrator, needsFresh, needsSecondFactor, output } =
    procedure;
  return {
    operationId: path,
    tags: [routerOf(path)],
    summary: firstSentenceOf(summary),
    description: summary,
    ...toInput(procedure, ownFields),
    responses: {
      200: {
        description: 'Done.',
        content: json({
          type: 'object',
          properties: {
            result: {
              type: 'object',
              properties: { data: schemaOf(output, 'output', ownFields) },
              required: ['data'],
              additionalProperties: false,
            },
          },
          required: ['result'],
          additionalProperties: false,
        }),
      },
      ...toFailures(procedure.errors),
    },
    security: securityOf(procedure),
    'x-foyer-scope': scope,
    'x-foyer-service-scope': serviceScope,
    'x-foyer-administrator': needsAdministrator,
    'x-foyer-fresh': needsFresh,
    'x-foyer-second-factor': needsSecondFactor,
    'x-foyer-errors': procedure.errors,
  };
}

function toInput({ kind, input }: ApiProcedure, ownFields: Configuration['ownFields']): Json {
  if (input === 'bytes') {
    const schema = { type: 'string', contentMediaType: 'application/octet-stream' };
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } };
  }
  if (kind === 'mutation') {
    const schema = input
      ? schemaOf(input, 'input', ownFields)
      : { type: 'object', additionalProperties: false };
    return { requestBody: { required: true, content: json(schema) } };
  }
  if (!input) return {};
  const parameter = {
    name: 'input',
    in: 'query',
    required: !input.safeParse(undefined).success,
    description: 'JSON, percent-encoded.',
    content: json(schemaOf(input, 'input', ownFields)),
  };
  return { parameters: [parameter] };
}

/** One response a status, which names its codes. */
function toFailures(errors: readonly ErrorCode[]): Json {
  const codes = new Map<number, ErrorCode[]>();
  for (const code of errors) {
    const { status } = ERRORS[code];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  const responses = [...codes].map(([status, ofStatus]) => [
    status,
    {
      description: ofStatus.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
      content: json({ $ref: '#/components/schemas/Failure' }),
    },
  ]);
  return {
    ...(Object.fromEntries(responses) as Json),
    default: {
      description: `The errors of any call: ${COMMON_ERRORS.map((code) => `\`${code}\``).join(', ')}.`,
      content: json({ $ref: '#/components/schemas/Failure' }),
    },
  };
}

function securityOf({ scope, serviceScope, needsPerson }: ApiProcedure): Json[] {
  const byToken = scope === 'session' ? [] : [{ [TOKEN]: scope === 'public' ? [] : [scope] }];
  const byServiceKey = serviceScope === null ? [] : [{ [SERVICE_KEY]: [serviceScope] }];
  return [...(needsPerson ? [] : [{}]), { [SESSION]: [] }, ...byToken, ...byServiceKey];
}

const CHALLENGE: Json = {
  type: 'object',
  description:
    'With `PROOF_OF_WORK_REQUIRED`: what to solve before the same call is made again (docs/proof-of-work.md).',
  properties: {
    parameters: {
      type: 'object',
      properties: {
        algorithm: { type: 'string' },
        nonce: { type: 'string', description: 'Hex.' },
        salt: { type: 'string', description: 'Hex.' },
        cost: { type: 'integer', description: 'Iterations of PBKDF2 for each counter.' },
        keyLength: { type: 'integer', description: 'Bytes of the derived key.' },
        keyPrefix: { type: 'string', description: 'Hex: how the derived key must begin.' },
        keySignature: { type: 'string' },
        expiresAt: { type: 'integer', description: 'Seconds since 1970.' },
        data: {
          type: 'object',
          properties: {
            action: { type: 'string' },
            boundTo: { type: 'string' },
            level: { type: 'integer' },
          },
          required: ['action', 'boundTo', 'level'],
          additionalProperties: false,
        },
      },
      required: [
        'algorithm',
        'nonce',
        'salt',
        'cost',
        'keyLength',
        'keyPrefix',
        'keySignature',
        'expiresAt',
        'data',
      ],
      additionalProperties: false,
    },
    signature: { type: 'string' },
  },
  required: ['parameters', 'signature'],
  additionalProperties: false,
};

const FAILURE: Json = {
  type: 'object',
  description: 'A failure, with a code of the catalogue (docs/errors.md).',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: {
          type: 'integer',
          description: 'tRPC’s own number; not there where the request did not get as far.',
        },
        message: { type: 'string' },
        data: {
          type: 'object',
          properties: {
            appCode: { enum: Object.keys(ERRORS) },
            requestId: {
              type: 'string',
              description: 'The site’s operator finds the request in the log by this id.',
            },
            httpStatus: { type: 'integer' },
            issues: {
              type: 'array',
              description: 'With `INVALID_INPUT`: what is wrong where.',
              items: {
                type: 'object',
                properties: {
                  path: { type: 'array', items: { type: ['string', 'integer'] } },
                  key: { enum: Object.keys(ISSUES) },
                  message: { type: 'string' },
                },
                required: ['path', 'key', 'message'],
                additionalProperties: false,
              },
            },
            retryAfter: { type: 'number', description: 'Seconds until it is worth trying again.' },
            scope: {
              enum: [...SCOPES, ...SERVICE_SCOPES],
              description: 'With `SCOPE_MISSING`: the scope that is needed.',
            },
            challenge: CHALLENGE,
          },
          required: ['appCode', 'requestId'],
          additionalProperties: false,
        },
      },
      required: ['message', 'data'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
};

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function routerOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}

function firstSentenceOf(text: string): string {
  return /^.*?\.(?=\s|$)/.exec(text)?.[0].replace(/\.$/, '') ?? text;
}
