import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import type { JWK } from 'jose';
import { z } from 'zod';
import { phoneCountries as knownCountries } from '../../shared/phone.ts';
import type { Accent } from '../brand/accent.ts';
import { COLOUR } from '../brand/colour.ts';
import { ID_TOKEN_ALGORITHMS, PKCE_USES } from '../configuration/oauth/oauth-client.ts';
import { parseSender } from '../mail/sender.ts';

/** An error is the end of a sentence that begins with the variable. It never contains the value. */

/** First path segments of the application (`app.ts`, the routes of the pages, Vite in development). */
const RESERVED_PATHS = new Set(
  'oauth trpc healthz readyz assets brand provider-logos account sign-in check-email confirm sign-out error dev src node_modules'.split(
    ' ',
  ),
);

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopback(url: URL): boolean {
  return LOOPBACK_HOSTS.has(url.hostname);
}

/** `null` without a host and one of `protocols` (`https:`). */
export function urlOf(text: string, protocols: readonly string[]): URL | null {
  // The URL parser removes line breaks and tabs, so they are refused first.
  if (/\s/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return protocols.includes(url.protocol) && url.hostname !== '' ? url : null;
}

/** What stands between commas. */
export function partsOf(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

export function check<T>(read: (text: string) => T | undefined, message: string) {
  return z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(message);
    return z.NEVER;
  });
}

export const mode = z.enum(['development', 'production', 'test'], {
  error: 'is neither development, production nor test',
});

export const port = check((text) => {
  const number = Number(text);
  return /^\d{1,5}$/.test(text) && number >= 1 && number <= 65_535 ? number : undefined;
}, 'is not a port number');

export const host = z
  .string()
  .refine((text) => text === '*' || isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text), {
    error: 'is neither an address, a host name, nor *',
  });

export const origin = check((text) => {
  const url = urlOf(text, ['http:', 'https:']);
  const isOrigin = url && !url.username && !url.password && url.pathname === '/' && !/[?#]/.test(text);
  return isOrigin ? url.origin : undefined;
}, 'is not an origin: scheme, host and port alone');

export const cookiePrefix = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, {
  error: 'is not the beginning of a cookie name: at most 32 letters, digits, dashes and underscores',
});

const plainPath = z.string().regex(/^(\/[A-Za-z0-9_-]+)+$/, {
  error: 'is not a plain path: it begins with a slash, names something, and does not end with a slash',
  abort: true,
});

/** Health checks stay at the root of the origin. */
export const basePath = plainPath.refine((text) => !/^\/(?:healthz|readyz)(?:\/|$)/i.test(text), {
  error: 'is a path that the application answers itself',
});

export const authBasePath = plainPath.refine(
  (text) => !RESERVED_PATHS.has(text.split('/')[1]?.toLowerCase() ?? ''),
  {
    error: 'is a path that the application answers itself',
  },
);

// The driver checks the rest. `URL` cannot parse lists of hosts.
export const mongodbUri = z
  .string()
  .regex(/^mongodb(\+srv)?:\/\/[^\s/?]+/, { error: 'is not a MongoDB connection string' });

export const smtpUrl = z.string().refine((text) => urlOf(text, ['smtp:', 'smtps:']) !== null, {
  error: 'is not an smtp:// or smtps:// address',
});

export const mailFrom = z.string().refine((text) => parseSender(text) !== null, {
  error: 'is not a sender',
});

/** Control characters and line breaks could break out of a mail's subject. */
export const appName = z.string().refine((text) => text.length <= 60 && !/\p{C}/u.test(text), {
  error: 'is longer than 60 characters, or has a control character',
});

export const appUrl = check((text) => {
  const url = urlOf(text, ['http:', 'https:']);
  const isPlain = url && !url.username && !url.password && !url.hash;
  return isPlain ? url.href : undefined;
}, 'is not an http:// or https:// address');

/** Mail programs would put header fields into the message. */
export const mailto = z.string().regex(/^mailto:[^\s?&%,;<>"]+@[a-z0-9.-]+$/i, {
  error: 'is not the mailto: of one address',
});

export const accent = check((text): Accent | undefined => {
  const [light, dark, ...others] = partsOf(text.toLowerCase());
  const isRight = [light, dark].every((colour) => colour === undefined || COLOUR.test(colour));
  return light !== undefined && isRight && others.length === 0 ? { light, dark: dark ?? null } : undefined;
}, 'is neither one colour like #1f6a57 nor two with a comma between them');

export const webUrl = z.string().refine((text) => urlOf(text, ['http:', 'https:']) !== null, {
  error: 'is not an http:// or https:// address',
});

/** An address to which a path is added. A call with a user name in its address would be refused and logged. */
export const bareUrl = z.string().refine(
  (text) => {
    const url = urlOf(text, ['http:', 'https:']);
    return url !== null && !/[?#]/.test(text) && !url.username && !url.password;
  },
  { error: 'is not an http:// or https:// address without user name, query and fragment' },
);

/** No query, no fragment (OpenID Connect Discovery 1.0, 3). Unchanged: issuers are compared as text. */
export const issuer = z.string().refine(
  (text) => {
    const url = urlOf(text, ['http:', 'https:']);
    // Microsoft's documents contain the template {tenantid}, which is no address.
    return url !== null && !/[?#{}]/.test(text) && !url.username && !url.password;
  },
  { error: 'is not an issuer: an address without query, fragment, user name and {}' },
);

export const flag = check((text) => {
  if (/^(on|true|yes|1)$/i.test(text)) return true;
  return /^(off|false|no|0)$/i.test(text) ? false : undefined;
}, 'is neither on nor off');

/** With `true`, which is refused, Express would trust an X-Forwarded-For that the caller wrote. */
export const trustProxy = check((text): false | number | string | undefined => {
  if (/^(off|false|no|0)$/i.test(text)) return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const entries = partsOf(text);
  return entries.every(isProxyAddress) ? entries.join(', ') : undefined;
}, 'is neither off, a number of proxies, nor a list of their addresses');

function isProxyAddress(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export const secondFactor = z.enum(['off', 'optional', 'administrators', 'everyone'], {
  error: 'is none of off, optional, administrators, everyone',
});

function originsIn(text: string, protocols: readonly string[]): string[] | undefined {
  const listed = partsOf(text);
  const isOrigin = (each: string) => !each.includes('*') && urlOf(each, protocols)?.origin === each;
  return listed.every(isOrigin) ? [...new Set(listed)] : undefined;
}

export const origins = check((text) => originsIn(text, ['https:']), 'is not a list of https origins');

/** Exactly as browsers write the header `Origin`. */
export const exactOrigins = check(
  (text) => originsIn(text, ['http:', 'https:']),
  'is not a list of origins: scheme, host and port alone, in lower case, without a slash at the end',
);

export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
  error: 'is not a log level',
});

function domainsIn(text: string): string[] | undefined {
  const names = partsOf(text.toLowerCase()).filter(Boolean);
  const valid =
    names.length > 0 && names.every((name) => /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(name));
  return valid ? [...new Set(names)] : undefined;
}

export const domains = check(domainsIn, 'is not a list of domains');

export const discovery = check((text): 'open' | string[] | undefined => {
  if (/^open$/i.test(text)) return 'open';
  return /^off$/i.test(text) ? [] : domainsIn(text);
}, 'is neither off, open, nor a list of domains');

export const phoneCountries = check((text): readonly string[] | undefined => {
  const known = new Set<string>(knownCountries().map(({ country }) => country));
  const countries = partsOf(text.toUpperCase()).filter(Boolean);
  return countries.length > 0 && countries.every((country) => known.has(country)) ? countries : undefined;
}, 'is not a list of countries');

/** A list of printable ASCII without spaces, commas and quotation marks. */
function claimValues(text: string, refused: ReadonlySet<string>): string[] | undefined {
  const values = partsOf(text);
  const isValid = (value: string) =>
    /^[\x21\x23-\x26\x28-\x2b\x2d-\x7e]{1,200}$/.test(value) && !refused.has(value);
  return values.every(isValid) ? [...new Set(values)] : undefined;
}

/** `0` says that the provider is sure of nothing (OpenID Connect Core 2). */
const NO_LEVEL = new Set(['0']);
/** RFC 8176: something that one knows, which is one factor. */
const KNOWLEDGE = new Set(['pwd', 'pin', 'kba']);

export const acrValues = check(
  (text) => claimValues(text, NO_LEVEL),
  'is not a list of values of acr that can mean two factors',
);

export const amrValues = check(
  (text) => claimValues(text, KNOWLEDGE),
  'is not a list of values of amr that can mean two factors',
);

export const authMethod = z.enum(['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'], {
  error: 'is not a way of client authentication that Foyer knows',
});

export const idTokenAlgorithm = z.enum(ID_TOKEN_ALGORITHMS, { error: 'is neither RS256 nor EdDSA' });
export const pkce = z.enum(PKCE_USES, { error: 'is neither required nor optional' });

/** PKCS#8 in PEM, or a JWK. Returns a private JWK with its signing algorithm. */
export const privateKey = check((text): JWK | undefined => {
  try {
    const trimmed = text.trim();
    const jwk = trimmed.startsWith('{') ? (JSON.parse(trimmed) as JWK) : null;
    // Compose files and CI write a PEM on one line, with `\n` for line breaks.
    const key = jwk
      ? createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
      : createPrivateKey(trimmed.replaceAll('\\n', '\n'));
    const alg = jwk?.alg ?? signingAlgorithm(key);
    if (alg === undefined || (key.asymmetricKeyDetails?.modulusLength ?? 2048) < 2048) return undefined;
    return {
      ...(key.export({ format: 'jwk' }) as JWK),
      alg,
      ...(jwk?.kid === undefined ? {} : { kid: jwk.kid }),
    };
  } catch {
    return undefined;
  }
}, 'is not a private key (PKCS#8 PEM or JWK; RSA of 2,048 bits, P-256, P-384 or Ed25519)');

export const texts = check((text): string[] | undefined => {
  const entries = partsOf(text);
  return entries.every((entry) => entry !== '') ? entries : undefined;
}, 'has an empty entry');

const keySet = z.looseObject({ keys: z.array(z.record(z.string(), z.unknown())) });

/** RFC 7517, 5. The keys are checked with the client. */
export const jwks = check((text): z.infer<typeof keySet> | undefined => {
  try {
    return keySet.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}, 'is not a JSON Web Key Set');

function signingAlgorithm(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType === 'rsa') return 'RS256';
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  return { prime256v1: 'ES256', secp384r1: 'ES384' }[key.asymmetricKeyDetails?.namedCurve ?? ''];
}
