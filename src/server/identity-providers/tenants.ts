import { decodeJwt, type JWTPayload } from 'jose';
import { OutgoingCallError } from '../net/outgoing-call-error.ts';
import { MICROSOFT_OF_ALL_TENANTS } from '../settings/oidc-providers.ts';

/**
 * Microsoft Entra has one discovery document, whose issuer is a template, and each ID token has its tenant's
 * issuer (`tid`). Here all become the configured issuer, and a subject gets its tenant before it: it is
 * unique within its tenant only (OpenID Connect Core 2).
 */

const PLACEHOLDER = '{tenantid}';
/** The tenant of all personal accounts. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
const TENANT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The template that this issuer's document may name; `null` for an issuer that is not of many tenants. */
export function issuerTemplateOf(issuer: string): string | null {
  const host = MICROSOFT_OF_ALL_TENANTS.exec(issuer)?.[1];
  return host === undefined ? null : `${host}/${PLACEHOLDER}/v2.0`;
}

export interface Tenant {
  readonly id: string;
  readonly issuer: string;
}

/** Not verified yet. The user chooses Entra's page, so only the ID token says which tenant it is. */
export function tenantOf(token: string, issuer: string, template: string): Tenant {
  const { tid: id } = claimsOf(token);
  if (typeof id !== 'string' || !TENANT.test(id))
    throw new OutgoingCallError('answer', `an ID token of ${issuer} names no tenant (tid)`);
  if (id === PERSONAL_TENANT && MICROSOFT_OF_ALL_TENANTS.exec(issuer)?.[2] === 'organizations')
    throw new OutgoingCallError('answer', `an ID token of ${issuer} is for a personal account`);
  return { id, issuer: template.replace(PLACEHOLDER, id) };
}

/** Entra names the issuer of each key, and some keys are of one tenant alone. */
export function signsFor(key: object, tenant: Tenant): boolean {
  if (!('issuer' in key)) return true;
  return typeof key.issuer === 'string' && key.issuer.replace(PLACEHOLDER, tenant.id) === tenant.issuer;
}

/**
 * A verified token as one of the configured issuer. No address counts as verified, because the tenant's
 * administrator chooses it. The signature no longer fits.
 */
export function toTokenOfOneIssuer(token: string, issuer: string, tenant: Tenant): string {
  // Auth.js would look for the tenant's own document by `tid`.
  const { tid: _tenant, email_verified: _verified, ...claims } = claimsOf(token);
  const [header, , signature] = token.split('.');
  const changed = { ...claims, iss: issuer, sub: `${tenant.id}.${claims.sub}` };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

/** The subject as its tenant knows it. */
export function subjectInTenant(subject: string): string {
  return subject.slice(subject.indexOf('.') + 1);
}

function claimsOf(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch (cause) {
    throw new OutgoingCallError('answer', 'an ID token cannot be read', { cause });
  }
}
