import { SERVICE_SCOPES } from '../../shared/service-scopes.ts';
import { VERSION } from '../../shared/version.ts';
import { tokenScopes } from '../domain/rules/token-scopes.ts';
import { COMMON_ERRORS } from '../trpc/procedure-meta.ts';
import { ROUTER_SUMMARIES } from '../trpc/router.ts';
import { apiProcedures } from './api-procedures.ts';
import { BATCH_PATH, BATCH_TAG, toBatchOperations } from './batch.ts';
import { toComponents } from './components.ts';
import { FAILURE } from './failure-schema.ts';
import { COMMON_RESPONSES } from './failure-responses.ts';
import type { Declared, Json } from './json-schema.ts';
import { OAUTH_PATHS, OAUTH_SCHEMAS, OAUTH_SECURITY, OAUTH_TAG } from './oauth.ts';
import { SCHEMES, toOperation } from './operation.ts';
import { SESSION_TOKEN_CLAIMS } from './session-token-claims.ts';
import { toWebhooks } from './webhooks.ts';

interface DocumentOptions {
  /** The address of Foyer, below which its paths are. */
  readonly url: string;
  readonly sessionCookie: string;
  /** Its own fields are in the `data` of users, and its own scopes in those of access tokens. */
  readonly configuration: Declared;
}

/** OpenAPI 3.1, from the router's schemas and declarations, with the webhooks and the OAuth endpoints. */
export function createOpenApiDocument({ url, sessionCookie, configuration }: DocumentOptions): Json {
  const procedures = apiProcedures();
  const components = toComponents(procedures, configuration);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: VERSION,
      summary: 'Sign-in, linked accounts, sessions and what belongs to an account.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    'x-foyer-common-errors': COMMON_ERRORS,
    tags: [
      ...Object.entries(ROUTER_SUMMARIES).map(([name, description]) => ({ name, description })),
      BATCH_TAG,
      OAUTH_TAG,
    ],
    paths: {
      ...Object.fromEntries(
        procedures.map((procedure) => [
          `/trpc/${procedure.path}`,
          { [procedure.kind === 'query' ? 'get' : 'post']: toOperation(procedure, components) },
        ]),
      ),
      [BATCH_PATH]: toBatchOperations(),
      ...OAUTH_PATHS,
    },
    webhooks: toWebhooks(),
    components: {
      schemas: {
        Failure: FAILURE,
        SessionTokenClaims: SESSION_TOKEN_CLAIMS,
        ...OAUTH_SCHEMAS,
        ...components.schemas,
      },
      responses: COMMON_RESPONSES,
      securitySchemes: {
        ...OAUTH_SECURITY,
        [SCHEMES.session]: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'A browser’s session. A mutation needs an `Origin` of this site beside it.',
        },
        [SCHEMES.token]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'foyer_pat_…',
          description: `An access token of a person’s account, with the scopes that it was made with: ${tokenScopes(configuration).join(', ')}.`,
        },
        [SCHEMES.serviceKey]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'foyer_sk_…',
          description: `A service key of an application, with the scopes that it was made with: ${SERVICE_SCOPES.join(', ')}.`,
        },
      },
    },
  };
}

const INTRODUCTION = `Queries are GET, with each field of the input as a parameter, or with the whole input as JSON in the parameter \`input\`.
A list repeats its parameter. Unknown parameters are refused. Mutations are POST with a JSON body, which may be \`{}\` without an input. An
answer is \`{ "result": { "data": … } }\`, a failure \`{ "error": { "data": { "appCode": … } } }\` with a code of the catalogue. Answers get more
fields in later versions, and the lists of values in answers (\`enum\`) get more values: codes, events, kinds. A client takes a value that it does not know.`;
