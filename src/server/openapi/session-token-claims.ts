import { SESSION_TOKEN_USE } from '../../shared/session-token.ts';
import type { Json } from './json-schema.ts';

const SECONDS = 'Seconds since 1970.';

/** Equal to docs/calling.md. Tests compare both with a real token. */
export const SESSION_TOKEN_CLAIMS: Json = {
  type: 'object',
  description: 'The claims of the JWT that `session.token` answers, and those that `foyer.config.ts` adds.',
  properties: {
    iss: { type: 'string', description: 'The URL of this server.' },
    aud: { type: 'string', description: 'The audience that was asked for.' },
    token_use: {
      type: 'string',
      const: SESSION_TOKEN_USE,
      description: 'No token of an OAuth client has it.',
    },
    sub: { type: 'string', description: 'The id of the user.' },
    sid: { type: 'string', description: 'The id of the session as in `session.list`.' },
    name: { type: 'string', description: 'The name; missing without one.' },
    picture: { type: 'string', description: 'The absolute address of the picture; missing without one.' },
    email: { type: 'string', description: 'The verified address; missing without one.' },
    email_verified: { type: 'boolean', const: true, description: 'Always with `email`.' },
    auth_time: {
      type: 'integer',
      description: `When the person last verified who they are, at whatever level. ${SECONDS}`,
    },
    roles: {
      type: 'array',
      items: { type: 'string' },
      description: 'The roles of the person; missing without one.',
    },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'The own fields that are declared with `token`; missing without one.',
    },
    aal: { type: 'integer', enum: [1, 2], description: 'The level of the session.' },
    amr: { type: 'array', items: { type: 'string' }, description: 'The methods in the words of RFC 8176.' },
    acr: {
      type: 'string',
      const: 'phr',
      description: 'Phishing-resistant: with a passkey among the proofs; otherwise missing.',
    },
    act: {
      type: 'object',
      description: 'While an administrator acts as this user (RFC 8693): the administrator.',
      properties: { sub: { type: 'string', description: 'The id of the administrator.' } },
      required: ['sub'],
    },
    iat: { type: 'integer', description: `When the token was made. ${SECONDS}` },
    exp: { type: 'integer', description: `When it expires. ${SECONDS}` },
    jti: { type: 'string', description: 'The id of the token.' },
  },
  required: ['iss', 'aud', 'token_use', 'sub', 'sid', 'auth_time', 'aal', 'amr', 'iat', 'exp', 'jti'],
};
