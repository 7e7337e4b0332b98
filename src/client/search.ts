import { toCallbackPath } from '../shared/callback-url.ts';
import { SIGNED_OUT_PARAMETERS, type SignedOutParameter } from '../shared/signed-out-page.ts';

/** Maximum length of a query parameter, in characters. */
const MAX_LENGTH = 2048;

/**
 * Reads only these query parameters, for a route's `validateSearch`. A missing or too long one is `undefined`. `callbackUrl` is reduced to a
 * path of our origin here, so that no page can forget it.
 */
export function searchOf<Name extends string>(
  ...names: readonly Name[]
): (search: Readonly<Record<string, unknown>>) => { [N in Name]?: string | undefined } {
  return (search) => pick(names, (name) => search[name], location.origin);
}

/** The same for the address of a signed-out page, which the server reads too. */
export function readParameters(
  address: string,
  origin: string,
): { [N in SignedOutParameter]?: string | undefined } {
  const { searchParams } = new URL(address, origin);
  return pick(SIGNED_OUT_PARAMETERS, (name) => searchParams.get(name), origin);
}

function pick<Name extends string>(
  names: readonly Name[],
  valueOf: (name: Name) => unknown,
  origin: string,
): { [N in Name]?: string | undefined } {
  const parameters: { [N in Name]?: string | undefined } = {};
  for (const name of names) {
    const value = valueOf(name);
    if (typeof value !== 'string' || value.length > MAX_LENGTH) continue;
    parameters[name] = name === 'callbackUrl' ? (toCallbackPath(value, origin) ?? undefined) : value;
  }
  return parameters;
}

/** An address with the parameters that have a value. */
export function addressOf(
  path: string,
  parameters: Readonly<Partial<Record<SignedOutParameter, string | undefined>>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
