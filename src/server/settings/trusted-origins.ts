import type { EnvironmentReader } from './faults.ts';
import { isLocalOrigin } from './public-origin.ts';
import * as values from './values.ts';

const VARIABLE = 'TRUSTED_ORIGINS';
const REMEDY = 'List origins of the same site as browsers write them, e.g. https://app.example.com.';

/** Reports origins that never get Foyer's cookies. Leaves out Foyer's own, whose pages may do more. */
export function readTrustedOrigins(
  reader: EnvironmentReader,
  appOrigin: string,
  production: boolean,
): string[] {
  const origins = reader.value(VARIABLE, values.exactOrigins, REMEDY) ?? [];
  if (origins.some((origin) => origin.startsWith('http:') && (production || !isLocalOrigin(origin))))
    reader.fault(VARIABLE, 'has an http origin', 'Use https. In development, http works on localhost.');
  else if (!origins.every((origin) => mayBeSameSite(origin, appOrigin)))
    reader.fault(VARIABLE, 'has an origin of another site or scheme than APP_ORIGIN', REMEDY);
  return origins.filter((origin) => origin !== appOrigin);
}

/**
 * Requires the same scheme, and the last two labels of the host in common. Only browsers know all public
 * suffixes, such as co.uk, so they decide in the end (`Sec-Fetch-Site`, `SameSite`).
 */
function mayBeSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  if (a.protocol !== b.protocol) return false;
  if (a.hostname === b.hostname) return true;
  // An IP address is a site of its own.
  if ([a, b].some(({ hostname }) => /^[\d.]+$|^\[/.test(hostname))) return false;
  const siteOf = ({ hostname }: URL) => hostname.split('.').slice(-2).join('.');
  return siteOf(a) === siteOf(b) && siteOf(a).includes('.');
}
