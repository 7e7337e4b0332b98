import { ERRORS } from '../../shared/errors/catalogue.ts';
import { TRPC_MAX_BATCH } from '../../shared/limits.ts';
import type { Json } from './json-schema.ts';
import { SCHEMES, toResult } from './operation.ts';

export const BATCH_PATH = '/trpc/{procedures}';
export const BATCH_TAG = { name: 'batch', description: 'Several calls in one request.' };

export function toBatchOperations(): Json {
  const inputs = {
    type: 'object',
    description: 'The inputs by position: `{ "1": { "limit": 3 } }`. A call without an input is left out.',
    additionalProperties: true,
  };
  return {
    get: {
      operationId: 'batch.query',
      tags: [BATCH_TAG.name],
      summary: 'Calls several queries',
      description: `Calls up to ${TRPC_MAX_BATCH} queries in one request. Each answer has the position of its query.`,
      parameters: [
        ...PARAMETERS,
        {
          name: 'input',
          in: 'query',
          required: false,
          description: 'The inputs by position, as JSON.',
          schema: { type: 'string', contentMediaType: 'application/json', contentSchema: inputs },
        },
      ],
      responses: RESPONSES,
      security: SECURITY,
    },
    post: {
      operationId: 'batch.mutation',
      tags: [BATCH_TAG.name],
      summary: 'Calls several mutations',
      description: `Calls up to ${TRPC_MAX_BATCH} mutations in one request. Each answer has the position of its mutation. They run at the same time.`,
      parameters: PARAMETERS,
      requestBody: { required: true, content: { 'application/json': { schema: inputs } } },
      responses: RESPONSES,
      security: SECURITY,
    },
  };
}

const SECURITY: Json[] = [
  {},
  { [SCHEMES.session]: [] },
  { [SCHEMES.token]: [] },
  { [SCHEMES.serviceKey]: [] },
];

const PARAMETERS = [
  {
    name: 'procedures',
    in: 'path',
    required: true,
    description: 'The names of the procedures with commas between them: `session.get,providers.list`.',
    schema: { type: 'string' },
  },
  {
    name: 'batch',
    in: 'query',
    required: true,
    description: 'Always `1`.',
    schema: { type: 'string', enum: ['1'] },
  },
] as const;

const ANSWERS: Json = {
  type: 'array',
  items: {
    anyOf: [
      toResult({ description: 'The answer of that procedure.' }),
      { $ref: '#/components/schemas/Failure' },
    ],
  },
};

function toAnswers(description: string, schema: Json = ANSWERS): Json {
  return { description, content: { 'application/json': { schema } } };
}

/** By number: some generators write code that does not compile for a range such as `4XX`. */
const STATUSES = new Set(Object.values(ERRORS).map(({ status }) => status));

const RESPONSES: Json = {
  200: toAnswers('All calls are done.'),
  207: toAnswers('The calls have different results: some failed, or all failed in different ways.'),
  ...Object.fromEntries(
    [...STATUSES].map((status) => [
      status,
      toAnswers(
        'All calls failed with this status, and each has its failure; or the whole request was refused.',
        {
          anyOf: [ANSWERS, { $ref: '#/components/schemas/Failure' }],
        },
      ),
    ]),
  ),
};
