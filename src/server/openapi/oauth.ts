import { objectOf, type Fields, type Json } from './json-schema.ts';
import { json, SCHEMES } from './operation.ts';

export const OAUTH_TAG = {
  name: 'oauth',
  description: 'OAuth 2.0 and OpenID Connect for the application’s own clients. Not part of tRPC.',
};

const text = (description: string, more: Json = {}): Json => ({ type: 'string', description, ...more });
const seconds = (description: string): Json => ({ type: 'integer', description });

const AUTHORIZE_REQUIRED: Fields = {
  response_type: text('Always `code`.', { enum: ['code'] }),
  client_id: text('The id of a declared client.'),
  redirect_uri: text(
    'A redirect address that is declared for the client, to the letter. The port of a loopback address is free.',
  ),
  scope: text(
    'Words with spaces between: `openid`, `profile`, `email`, `phone`, `offline_access`, and the scopes that are declared for the client.',
  ),
};
const AUTHORIZE_OPTIONAL: Fields = {
  code_challenge: text(
    "PKCE: the SHA-256 of the verifier, base64url. It is needed unless the client is declared with `pkce: 'optional'`.",
  ),
  code_challenge_method: text('Always `S256`, with `code_challenge`.', { enum: ['S256'] }),
  state: text('Comes back with the answer. At most 1,024 characters.', { maxLength: 1024 }),
  nonce: text('Is in the ID token. At most 255 characters.', { maxLength: 255 }),
  resource: {
    type: 'array',
    items: { type: 'string' },
    description: 'The services that the access token is for (RFC 8707), as they are declared for the client.',
  },
  prompt: text(
    '`none`: an error instead of a page. `login`: a new sign-in. `consent` asks nothing, because the clients are the application’s own.',
  ),
  max_age: seconds('Seconds since the last sign-in, at most.'),
  acr_values: text('`aal2` asks for the second factor.'),
  login_hint: text('An email address for the sign-in page.'),
  id_token_hint: text(
    'An ID token of this client, with `prompt=none` only: an error unless its person is signed in.',
  ),
  response_mode: text('Only `query`.', { enum: ['query'] }),
};

/** A client with a secret may also send it in the header. */
const CLIENT_FIELDS: Fields = {
  client_id: text('The client. It may be missing where the client authenticates in another way.'),
  client_secret: text('`client_secret_post`.'),
  client_assertion_type: text(
    '`private_key_jwt`: always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.',
  ),
  client_assertion: text(
    '`private_key_jwt`: a JWT for the issuer or the token endpoint, valid for five minutes at most, and once.',
  ),
};

const TOKEN_ANSWER = objectOf(
  'The tokens (RFC 6749, 5.1).',
  {
    access_token: text(
      'A JWT (RFC 9068) for the resources of the grant, or for `/oauth/userinfo`. A device of `foyer-cli` gets an access token of the person.',
    ),
    token_type: text('Always `Bearer`.', { enum: ['Bearer'] }),
    expires_in: seconds('Seconds until the access token expires.'),
    scope: text('The scopes of the access token.'),
  },
  {
    refresh_token: text('Each is used once and gives the next one.'),
    id_token: text('With the scope `openid`: a JWT about the person and their sign-in.'),
  },
);

const INTROSPECTION = objectOf(
  'Whether the token is valid now (RFC 7662, 2.2). All other fields are missing where it is not.',
  { active: { type: 'boolean', description: 'Whether the token is valid and its session is alive.' } },
  {
    client_id: text('The client that has the token.'),
    scope: text('The scopes of the token.'),
    sub: text('The id of the user.'),
    iss: text('The issuer.'),
    sid: text('The id of the client’s session.'),
    iat: seconds('When it was made, in seconds since 1970.'),
    exp: seconds('When it expires, in seconds since 1970.'),
    token_type: text('`Bearer` for an access token; missing for a refresh token.'),
    aud: {
      description: 'Whom the access token is for.',
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
    jti: text('The id of the access token.'),
    auth_time: seconds('When the person last verified who they are, in seconds since 1970.'),
    acr: text('`aal1` or `aal2`.'),
    amr: { type: 'array', items: { type: 'string' }, description: 'The methods in the words of RFC 8176.' },
  },
);

const USER_INFO = objectOf(
  'The claims that the scopes allow (OpenID Connect Core, 5.4).',
  { sub: text('The id of the user.') },
  {
    name: text('`profile`: the name; missing without one.'),
    picture: text('`profile`: the absolute address of the picture; missing without one.'),
    locale: text('`profile`: the language.'),
    email: text('`email`: the verified address; missing without one.'),
    email_verified: { type: 'boolean', description: 'Always `true`, with `email`.' },
    phone_number: text('`phone`: the verified number in international form; missing without one.'),
    phone_number_verified: { type: 'boolean', description: 'Always `true`, with `phone_number`.' },
  },
);

const DEVICE_ANSWER = objectOf('The two codes (RFC 8628, 3.2).', {
  device_code: text('With which the device asks at `/oauth/token`.'),
  user_code: text('What the person types.'),
  verification_uri: text('The page on which they type it.'),
  verification_uri_complete: text('The same page with the code.'),
  expires_in: seconds('Seconds until both codes expire.'),
  interval: seconds('Seconds between two requests to `/oauth/token`.'),
});

const METADATA: Json = {
  ...objectOf('The metadata of the server (RFC 8414, 2; OpenID Connect Discovery, 3).', {
    issuer: text('The URL of this server, as in `iss` of all tokens.'),
    authorization_endpoint: text('The address of `/oauth/authorize`.'),
    token_endpoint: text('The address of `/oauth/token`.'),
    jwks_uri: text('The address of the public keys.'),
  }),
  additionalProperties: true,
};

const OAUTH_FAILURE: Json = objectOf('A failure of an OAuth endpoint (RFC 6749, 5.2).', {
  error: text('A code of the protocol, such as `invalid_grant`.'),
  error_description: text('One sentence for developers, in English.'),
});

const failure = (description: string): Json => ({
  description,
  content: json({ $ref: '#/components/schemas/OAuthFailure' }),
});
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until it is worth trying again.', schema: { type: 'integer' } },
};
const FAILURES: Json = {
  400: failure('`invalid_request`, `invalid_grant` or another code for a request that is wrong.'),
  401: failure('`invalid_client`: the client did not authenticate as it is declared to.'),
  413: failure('`invalid_request`: the body is too large.'),
  429: { ...failure('`temporarily_unavailable`: that was tried too often.'), headers: RETRY_AFTER },
  503: failure('`temporarily_unavailable`: the database does not answer. Codes and tokens stay valid.'),
};

const form = (schema: Json): Json => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema } },
});
const BY_CLIENT = [{ [SCHEMES.client]: [] }, {}];

function endpoint(name: string, summary: string, fields: Json, answer: Json, more = ''): Json {
  return {
    operationId: `oauth.${name}`,
    tags: [OAUTH_TAG.name],
    summary,
    description: `${summary}.${more}`,
    requestBody: form(fields),
    responses: { 200: answer, ...FAILURES },
    security: BY_CLIENT,
  };
}

const done = (schema: Json): Json => ({ description: 'Done.', content: json(schema) });

const AUTHORIZE_RESPONSES: Json = {
  303: {
    description:
      'To a page that asks the person for what is missing, or back to the client: `code`, `state` and `iss` (RFC 9207), or `error`, `error_description`, `state` and `iss`.',
    headers: { Location: { description: 'Where it leads.', schema: { type: 'string' } } },
  },
  400: {
    description:
      '`OAUTH_CLIENT_UNKNOWN` or `OAUTH_REDIRECT_UNKNOWN`: nobody knows whose address a redirect would lead to.',
    content: json({ $ref: '#/components/schemas/Failure' }),
  },
};

const USER_INFO_OPERATION = {
  tags: [OAUTH_TAG.name],
  summary: 'Answers the claims of the person',
  description:
    'Answers the claims of the person. The access token is for Foyer itself, with the scope `openid`. It ends with its session.',
  responses: {
    200: done(USER_INFO),
    400: failure('`invalid_request`: the token cannot be read.'),
    401: failure('`invalid_token`: the token is missing or not valid, or its session has ended.'),
    403: failure('`insufficient_scope`: the token has no scope `openid`.'),
    429: { ...failure('`temporarily_unavailable`: that was tried too often.'), headers: RETRY_AFTER },
    503: failure('`temporarily_unavailable`: the database does not answer.'),
  },
  security: [{ [SCHEMES.clientToken]: ['openid'] }],
};

function metadataOperation(name: string): Json {
  return {
    get: {
      operationId: `oauth.${name}`,
      tags: [OAUTH_TAG.name],
      summary: 'Answers the metadata of the server',
      description: 'Answers the metadata of the server. Both documents are the same.',
      responses: { 200: done(METADATA) },
      security: [{}],
    },
  };
}

export const OAUTH_PATHS: Readonly<Record<string, Json>> = {
  '/oauth/authorize': {
    get: {
      operationId: 'oauth.authorize',
      tags: [OAUTH_TAG.name],
      summary: 'Signs a person in to a client',
      description:
        'Signs a person in to a client by a code (RFC 6749, 4.1). The browser of the person opens it. A person without a session signs in first. A native app is confirmed on a page each time.',
      parameters: [...parametersOf(AUTHORIZE_REQUIRED, true), ...parametersOf(AUTHORIZE_OPTIONAL, false)],
      responses: AUTHORIZE_RESPONSES,
      security: [{}, { [SCHEMES.session]: [] }],
    },
    post: {
      operationId: 'oauth.postAuthorize',
      tags: [OAUTH_TAG.name],
      summary: 'Redirects to the same request by GET',
      description: 'Redirects to the same request by GET, with which the session’s cookie comes.',
      requestBody: form(objectOf('The request.', AUTHORIZE_REQUIRED, AUTHORIZE_OPTIONAL)),
      responses: { 303: AUTHORIZE_RESPONSES['303'] },
      security: [{}],
    },
  },
  '/oauth/token': {
    post: endpoint(
      'token',
      'Gives tokens to a client',
      objectOf(
        'One of the grant types.',
        {
          grant_type: text(
            '`authorization_code`, `refresh_token` or `urn:ietf:params:oauth:grant-type:device_code`.',
          ),
        },
        {
          code: text('`authorization_code`: the code.'),
          redirect_uri: text('`authorization_code`: as in the authorization request.'),
          code_verifier: text('`authorization_code`: the verifier of PKCE.'),
          refresh_token: text('`refresh_token`: the newest one of the session.'),
          device_code: text('The device grant: the device code.'),
          scope: text('`refresh_token`: fewer scopes for this access token.'),
          resource: {
            type: 'array',
            items: { type: 'string' },
            description: 'Fewer resources for this access token.',
          },
          ...CLIENT_FIELDS,
        },
      ),
      done({ $ref: '#/components/schemas/OAuthTokens' }),
      ' A code is valid for a minute and once; a second use ends what it gave. A refresh token that was just used gives the same successor for 30 seconds.',
    ),
  },
  '/oauth/revoke': {
    post: endpoint(
      'revoke',
      'Ends the session of a token',
      objectOf(
        'The token of this client.',
        { token: text('A refresh token or an access token.') },
        { token_type_hint: text('Ignored, because tokens say what they are.'), ...CLIENT_FIELDS },
      ),
      {
        description: 'The token is not valid, or not any more.',
        content: json({ type: 'object', properties: {} }),
      },
      ' An unknown token changes nothing (RFC 7009).',
    ),
  },
  '/oauth/introspect': {
    post: endpoint(
      'introspect',
      'Says whether a token is valid now',
      objectOf(
        'A token of this client, or for one of its resources.',
        { token: text('A refresh token or an access token.') },
        { token_type_hint: text('Ignored, because tokens say what they are.'), ...CLIENT_FIELDS },
      ),
      done(INTROSPECTION),
      ' For confidential clients only (RFC 7662).',
    ),
  },
  '/oauth/device_authorization': {
    post: endpoint(
      'deviceAuthorization',
      'Starts the sign-in of a device without a browser',
      objectOf(
        'The request (RFC 8628, 3.1).',
        { scope: text('As at `/oauth/authorize`.') },
        {
          resource: { type: 'array', items: { type: 'string' }, description: 'As at `/oauth/authorize`.' },
          device_name: text('The name of the machine, for `foyer-cli` only.'),
          ...CLIENT_FIELDS,
        },
      ),
      done(DEVICE_ANSWER),
      ' The person approves it in their own browser.',
    ),
  },
  '/oauth/userinfo': {
    get: { operationId: 'oauth.userinfo', ...USER_INFO_OPERATION },
    post: {
      operationId: 'oauth.postUserinfo',
      ...USER_INFO_OPERATION,
      requestBody: {
        required: false,
        content: {
          'application/x-www-form-urlencoded': {
            schema: objectOf(
              'The token, where it is not in the header.',
              {},
              {
                access_token: text('The access token.'),
              },
            ),
          },
        },
      },
    },
  },
  '/.well-known/openid-configuration': metadataOperation('openidConfiguration'),
  '/.well-known/oauth-authorization-server': metadataOperation('authorizationServer'),
};

export const OAUTH_SCHEMAS: Json = { OAuthFailure: OAUTH_FAILURE, OAuthTokens: TOKEN_ANSWER };

export const OAUTH_SECURITY: Json = {
  [SCHEMES.client]: {
    type: 'http',
    scheme: 'basic',
    description: '`client_secret_basic`: the id and the secret of a client, each encoded as in a form.',
  },
  [SCHEMES.clientToken]: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a client, without a resource.',
  },
};

function parametersOf(fields: Fields, required: boolean): Json[] {
  return Object.entries(fields).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required,
    description,
    schema,
  }));
}
