import type { z } from 'zod';
import { flatParametersOf } from '../trpc/query-parameters.ts';
import type { ApiProcedure } from './api-procedures.ts';
import type { Components } from './components.ts';
import { toFailures } from './failure-responses.ts';
import { objectOf, schemaOf, type Json } from './json-schema.ts';

export const SCHEMES = {
  session: 'session',
  token: 'accessToken',
  serviceKey: 'serviceKey',
  client: 'oauthClient',
  clientToken: 'oauthToken',
} as const;

export function toOperation(procedure: ApiProcedure, components: Components): Json {
  const { path, summary, scope, serviceScope, needsAdministrator, needsFresh, needsSecondFactor } = procedure;
  return {
    operationId: path,
    tags: [path.split('.', 1)[0]],
    summary: firstSentenceOf(summary),
    description: summary,
    ...toInput(procedure, components),
    responses: {
      200: { description: 'Done.', content: json(toResult(components.answerOf(procedure))) },
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

export function toResult(data: Json): Json {
  return objectOf(null, { result: objectOf(null, { data }) });
}

function toInput(procedure: ApiProcedure, components: Components): Json {
  const { kind, input } = procedure;
  if (input === 'bytes') {
    // OpenAPI 3.1 leaves `format` out, but generators know a file by it.
    const schema = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } };
  }
  if (kind === 'mutation') {
    const schema = input ? components.inputOf(procedure) : { type: 'object', additionalProperties: false };
    return { requestBody: { required: true, content: json(schema) } };
  }
  return input ? { parameters: toParameters(input) } : {};
}

/** `input` is described only where a field fits into nothing else. */
function toParameters(input: z.ZodType): Json[] {
  const flat = flatParametersOf(input);
  const whole = schemaOf(input, 'input');
  const parameters = flat.map(({ name, schema: { description, ...schema }, isRequired }) => ({
    name,
    in: 'query',
    required: isRequired,
    description,
    schema,
    // A list repeats its name (`ids=1&ids=2`), which is also the default.
    ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
  }));
  const isWhole = flat.length === Object.keys(whole['properties'] ?? {}).length;
  return isWhole ? parameters : [...parameters, toWholeInput(whole)];
}

function toWholeInput(schema: Json): Json {
  return {
    name: 'input',
    in: 'query',
    required: false,
    description: 'The whole input as JSON, instead of the other parameters. Objects are taken only here.',
    schema: { type: 'string', contentMediaType: 'application/json', contentSchema: schema },
  };
}

function securityOf({ scope, serviceScope, needsUser }: ApiProcedure): Json[] {
  const byToken = scope === 'session' ? [] : [{ [SCHEMES.token]: scope === 'public' ? [] : [scope] }];
  const byServiceKey = serviceScope === null ? [] : [{ [SCHEMES.serviceKey]: [serviceScope] }];
  return [...(needsUser ? [] : [{}]), { [SCHEMES.session]: [] }, ...byToken, ...byServiceKey];
}

export function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function firstSentenceOf(text: string): string {
  return /^.*?\.(?=\s|$)/.exec(text)?.[0].replace(/\.$/, '') ?? text;
}
