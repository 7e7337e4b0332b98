import { ERRORS } from '../../shared/errors/catalogue.ts';
import { ISSUES } from '../../shared/issues.ts';
import { SCOPES } from '../../shared/scopes.ts';
import { SERVICE_SCOPES } from '../../shared/service-scopes.ts';
import { objectOf, type Json } from './json-schema.ts';

const CHALLENGE = objectOf(
  'With `PROOF_OF_WORK_REQUIRED`: what to solve before the same call is made again (docs/proof-of-work.md).',
  {
    parameters: objectOf(null, {
      algorithm: { type: 'string' },
      nonce: { type: 'string', description: 'Hex.' },
      salt: { type: 'string', description: 'Hex.' },
      cost: { type: 'integer', description: 'Iterations of PBKDF2 for each counter.' },
      keyLength: { type: 'integer', description: 'Bytes of the derived key.' },
      keyPrefix: { type: 'string', description: 'Hex: how the derived key must begin.' },
      keySignature: { type: 'string' },
      expiresAt: { type: 'integer', description: 'Seconds since 1970.' },
      data: objectOf(null, {
        action: { type: 'string' },
        boundTo: { type: 'string' },
        level: { type: 'integer' },
      }),
    }),
    signature: { type: 'string' },
  },
);

const HOST: Json = {
  type: 'object',
  description: 'With `WRONG_HOST`: what the server was asked for, and how its operator mends it.',
  properties: {
    arrived: { type: 'string', description: 'The `Host` header.' },
    forwarded: { type: 'string', description: 'The `X-Forwarded-Host` header, if there is one.' },
    expected: { type: 'string', description: 'The host of `APP_ORIGIN`.' },
    remedy: { type: 'string', description: 'One sentence with the line of configuration that mends it.' },
  },
  required: ['arrived', 'expected', 'remedy'],
};

const DATA = objectOf(
  null,
  {
    appCode: {
      type: 'string',
      enum: Object.keys(ERRORS),
      description: 'The code of the catalogue. Later versions have more codes.',
    },
    requestId: {
      type: 'string',
      description: 'The site’s operator finds the request in the log by this id.',
    },
  },
  {
    httpStatus: { type: 'integer' },
    issues: {
      type: 'array',
      description: 'With `INVALID_INPUT`: what is wrong where.',
      items: objectOf(null, {
        path: { type: 'array', items: { type: ['string', 'integer'] } },
        key: { type: 'string', enum: Object.keys(ISSUES) },
        message: { type: 'string' },
      }),
    },
    retryAfter: { type: 'number', description: 'Seconds until it is worth trying again.' },
    scope: {
      type: 'string',
      // Some scopes are of both.
      enum: [...new Set([...SCOPES, ...SERVICE_SCOPES])],
      description: 'With `SCOPE_MISSING`: the scope that is needed.',
    },
    challenge: CHALLENGE,
    host: HOST,
  },
);

/** Also of a request that is refused before a procedure. */
export const FAILURE = objectOf('A failure, with a code of the catalogue (docs/errors.md).', {
  error: {
    type: 'object',
    properties: {
      code: {
        type: 'integer',
        description: 'tRPC’s own number; not there where the request did not get as far.',
      },
      message: { type: 'string' },
      data: DATA,
    },
    required: ['message', 'data'],
  },
});
