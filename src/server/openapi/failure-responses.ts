import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { COMMON_ERRORS } from '../trpc/procedure-meta.ts';
import type { Json } from './json-schema.ts';

const FAILURE = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };

/** Statuses that may say when to try again (RFC 9110, 10.2.3). */
const WITH_RETRY_AFTER: ReadonlySet<number> = new Set([429, 503]);

const RETRY_AFTER: Json = {
  description:
    'Seconds until it is worth trying again, as `retryAfter` of the body. Missing where nobody knows.',
  schema: { type: 'integer', minimum: 0 },
};

/** Also of a request that is refused before it reaches a procedure. */
export const COMMON_RESPONSES: Json = Object.fromEntries(
  [...byStatus(COMMON_ERRORS)].map(([status, codes]) => [nameOf(status), toResponse(status, codes)]),
);

/**
 * By status. Without `default`, because some generators then cannot tell a failure from a success by status.
 */
export function toFailures(errors: readonly ErrorCode[]): Json {
  const codes = byStatus([...errors, ...COMMON_ERRORS]);
  const common = byStatus(COMMON_ERRORS);
  const responses = [...codes].map(([status, ofStatus]) => [
    status,
    ofStatus.length === common.get(status)?.length
      ? { $ref: `#/components/responses/${nameOf(status)}` }
      : toResponse(status, ofStatus),
  ]);
  return Object.fromEntries(responses) as Json;
}

function byStatus(errors: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const codes = new Map<number, ErrorCode[]>();
  for (const code of new Set(errors)) {
    const { status } = ERRORS[code];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return codes;
}

function nameOf(status: number): string {
  return `Failure${status}`;
}

function toResponse(status: number, codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    ...(WITH_RETRY_AFTER.has(status) ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
    content: FAILURE,
  };
}
