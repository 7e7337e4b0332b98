import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { z } from 'zod';
import { ONE_LINE } from '../../../shared/one-line.ts';
import {
  ID_TOKEN_ALGORITHMS,
  PKCE_USES,
  type ClientAuthentication,
  type OAuthClient,
} from './oauth-client.ts';

/** A fault of a client, without values, because a value may be a secret. */
interface ClientFault {
  /** The end of a sentence that begins with the faulty part: `has a fragment`. */
  readonly wrong: string;
  /** An imperative sentence: what to write instead. */
  readonly remedy: string;
}

export interface DeclaredClient extends Omit<OAuthClient, 'authentication' | 'idTokenAlgorithm' | 'pkce'> {
  readonly secretHashes?: readonly string[] | undefined;
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] } | undefined;
  readonly idTokenAlgorithm?: OAuthClient['idTokenAlgorithm'] | undefined;
  readonly pkce?: OAuthClient['pkce'] | undefined;
}

export type ClientPart = Exclude<keyof DeclaredClient, 'id' | 'scopes'> | null;

/** `part` is `null` for the whole client. `entry` is the index in the part's list. */
type ReportClient = (part: ClientPart, fault: ClientFault, entry?: number) => void;

export function ofEntry({ wrong, remedy }: ClientFault, entry: number | undefined): ClientFault {
  return { wrong: entry === undefined ? wrong : `has an entry ${entry + 1} that ${wrong}`, remedy };
}

const NAME_MAX_LENGTH = 40;
const ADDRESS_MAX_LENGTH = 1000;
const LIST_MAX = 20;
const SECRETS_MAX = 2;
const KEYS_MAX = 10;
const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const ID_MAX_LENGTH = 40;
const RESERVED_ID = /^(?:foyer|foyer-.*|demo-.*)$/;

export function clientIdFault(id: string): ClientFault | null {
  if (!ID.test(id) || id.length > ID_MAX_LENGTH) {
    const wrong = 'is no id of a client';
    return { wrong, remedy: `Use a-z, 0-9 and single dashes, at most ${ID_MAX_LENGTH} characters.` };
  }
  if (!RESERVED_ID.test(id)) return null;
  return { wrong: 'is an id that Foyer keeps for itself', remedy: 'Choose another id.' };
}

/** Checks all but the id and the scopes. The result is valid only when nothing was reported. */
export function checkClient(
  declared: DeclaredClient,
  production: boolean,
  report: ReportClient,
): OAuthClient {
  const { id, name, redirects, scopes, resources, device } = declared;
  const { idTokenAlgorithm = ID_TOKEN_ALGORITHMS[0], pkce = PKCE_USES[0] } = declared;
  if (name.trim() === '' || name.length > NAME_MAX_LENGTH || !ONE_LINE.test(name)) {
    const remedy = `Write one line of at most ${NAME_MAX_LENGTH} characters. People read it.`;
    report('name', { wrong: 'is no name of a client', remedy });
  }
  if (redirects.length === 0 && !device) {
    const remedy = 'Give it redirect addresses, or the device flow, or both.';
    report(null, { wrong: 'has no way to sign in: neither a redirect address nor the device flow', remedy });
  }
  checkEntries('redirects', redirects, (redirect) => redirectFault(redirect, production), report);
  checkEntries('resources', resources, resourceFault, report);
  const authentication = checkAuthentication(declared, report);
  if (pkce === 'optional' && authentication.kind === 'none') {
    const remedy = 'Give it a secret or keys, or remove this. A public client needs PKCE (RFC 9700, 2.1.1).';
    report('pkce', { wrong: 'is optional, and the client is public', remedy });
  }
  return {
    id,
    name,
    redirects: [...new Set(redirects)],
    scopes: [...new Set(scopes)],
    resources: [...new Set(resources)],
    device,
    authentication,
    pkce,
    idTokenAlgorithm,
  };
}

function checkEntries(
  part: 'redirects' | 'resources',
  entries: readonly string[],
  faultOf: (entry: string) => ClientFault | null,
  report: ReportClient,
): void {
  if (entries.length > LIST_MAX) {
    report(part, { wrong: `has ${entries.length} entries`, remedy: `There may be ${LIST_MAX}.` });
  }
  for (const [at, entry] of entries.entries()) {
    const fault = faultOf(entry);
    if (fault) report(part, fault, at);
  }
}

/** RFC 6749, 4.1.2 and 4.1.2.1; RFC 9207, 2. */
const ANSWER_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

function redirectFault(redirect: string, production: boolean): ClientFault | null {
  const url = parsed(redirect);
  if (!url) {
    const remedy = 'Write all of it, e.g. https://shop.example.com/callback.';
    return { wrong: 'is no address', remedy };
  }
  if (redirect.includes('*')) {
    return { wrong: 'has a wildcard', remedy: 'Addresses are compared exactly, so write each of them.' };
  }
  if (redirect.includes('#')) {
    return { wrong: 'has a fragment', remedy: 'Leave out # and what follows (RFC 6749, 3.1.2).' };
  }
  if (url.username !== '' || url.password !== '') {
    return { wrong: 'has a user name or a password', remedy: 'Leave out what is before the @.' };
  }
  const scheme = schemeFault(url, redirect, production);
  if (scheme) return scheme;
  // Browsers normalize an address before they follow it. The followed one must be the compared one.
  if (url.href !== redirect && url.href !== `${redirect}/`) {
    const remedy =
      'Use lower case for scheme and host, and leave out the default port, backslashes, . and .. in the path.';
    return { wrong: 'is not written as browsers write it', remedy };
  }
  if (url.hostname.endsWith('.')) {
    return { wrong: 'has a host that ends with a dot', remedy: 'Leave out the dot.' };
  }
  const parameter = ANSWER_PARAMETERS.find((each) => url.searchParams.has(each));
  if (parameter === undefined) return null;
  const remedy = 'Foyer adds it when it leads back, so leave it out.';
  return { wrong: `has the parameter ${parameter}`, remedy };
}

function schemeFault({ protocol, hostname }: URL, redirect: string, production: boolean): ClientFault | null {
  const isLocalhost = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isLoopback = ['127.0.0.1', '[::1]'].includes(hostname);
  const isHere = isLocalhost || isLoopback;
  // In production, other programs of the user's machine may listen there, also with a certificate.
  if (protocol === 'https:' && !(isHere && production)) return null;
  if (protocol === 'http:' && (isLoopback || (isLocalhost && !production))) return null;
  if (protocol === 'https:' || protocol === 'http:') {
    const remedy = isHere
      ? 'A native app uses http://127.0.0.1 (RFC 8252, 8.3), a site its own name with https.'
      : 'Use https; http is for http://127.0.0.1 and http://[::1] only.';
    return { wrong: isHere ? 'is localhost in production' : 'is http', remedy };
  }
  const remedy =
    'Use https, or a scheme of your own with a dot, e.g. com.example.shop:/callback (RFC 8252, 7.1).';
  if (!protocol.includes('.')) return { wrong: `has the scheme ${protocol}`, remedy };
  if (redirect.startsWith('/', protocol.length)) return null;
  return { wrong: 'has no slash after the scheme', remedy };
}

/** RFC 8707, 2. Resources are compared as text. */
function resourceFault(resource: string): ClientFault | null {
  const remedy = 'Write an absolute address, e.g. https://api.example.com.';
  if (!parsed(resource)) return { wrong: 'is no absolute address', remedy };
  if (!resource.includes('#')) return null;
  return { wrong: 'has a fragment', remedy: 'Leave out # and what follows (RFC 8707, 2).' };
}

function parsed(text: string): URL | null {
  // The URL parser removes line breaks and tabs, so they are refused first.
  if (text.length > ADDRESS_MAX_LENGTH || /[\s\p{C}]/u.test(text) || !URL.canParse(text)) return null;
  return new URL(text);
}

function checkAuthentication(
  { secretHashes, jwks }: DeclaredClient,
  report: ReportClient,
): ClientAuthentication {
  if (secretHashes && jwks) {
    const remedy = 'A client authenticates with a secret or with keys. Remove one of them.';
    report('jwks', { wrong: 'is there beside hashes of a secret', remedy });
  }
  if (jwks) return { kind: 'private-key', keys: checkKeys(jwks.keys, report) };
  if (!secretHashes) return { kind: 'none' };
  const isRight = secretHashes.length >= 1 && secretHashes.length <= SECRETS_MAX;
  if (!isRight || !secretHashes.every(isHash)) {
    const remedy = 'foyer-server client-secret makes a secret and prints its hash.';
    report('secretHashes', { wrong: 'is not one or two hashes of 43 base64url characters', remedy });
  }
  return { kind: 'secret', hashes: secretHashes };
}

/** The last character tells a base64url SHA-256 hash from a secret of 43 characters. */
function isHash(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === 32 && bytes.toString('base64url') === text;
}

function checkKeys(keys: readonly Readonly<Record<string, unknown>>[], report: ReportClient): JWK[] {
  if (keys.length === 0 || keys.length > KEYS_MAX) {
    const remedy = `There may be 1 to ${KEYS_MAX}.`;
    report('jwks', { wrong: keys.length === 0 ? 'has no keys' : `has ${keys.length} keys`, remedy });
  }
  const publicKeys = keys.flatMap((jwk, at) => {
    const { key, fault } = checkKey(jwk);
    if (fault) report('jwks', fault, at);
    return key ? [key] : [];
  });
  const ids = new Set(publicKeys.map(({ kid }) => kid));
  if (publicKeys.length > 1 && (ids.has(undefined) || ids.size < publicKeys.length)) {
    report('jwks', { wrong: 'has several keys without different ids', remedy: 'Give each its own kid.' });
  }
  return publicKeys;
}

/** Members of private and symmetric keys (RFC 7518, 6). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const RIGHT_KEYS = 'Use a public key for EdDSA (Ed25519), ES256 (P-256) or RS256 (RSA, 2,048 bits or more).';

function checkKey(jwk: Readonly<Record<string, unknown>>): {
  readonly key?: JWK;
  readonly fault?: ClientFault;
} {
  if (PRIVATE_MEMBERS.some((member) => member in jwk)) {
    const remedy =
      'Write its public half alone. Make a new pair, too, because others may have read this one.';
    return { fault: { wrong: 'is a private key', remedy } };
  }
  const publicKey = publicKeyOf(jwk);
  const algorithm = publicKey && algorithmOf(publicKey);
  if (!algorithm) {
    return { fault: { wrong: 'is no key that Foyer can check signatures with', remedy: RIGHT_KEYS } };
  }
  const { alg = algorithm, use = 'sig', kid } = jwk;
  // RFC 9864 names EdDSA with Ed25519 `Ed25519`.
  if (alg !== algorithm && !(algorithm === 'EdDSA' && alg === 'Ed25519')) {
    return { fault: { wrong: `is a key for ${algorithm} with another alg`, remedy: 'Correct alg.' } };
  }
  if (use !== 'sig') {
    return { fault: { wrong: 'is not for signatures', remedy: 'Leave out use, or set it to sig.' } };
  }
  const id = z.string().min(1).optional().safeParse(kid);
  if (!id.success) {
    return { fault: { wrong: 'has a kid that is no text', remedy: 'Write its id, or leave out kid.' } };
  }
  const key = { ...(publicKey.export({ format: 'jwk' }) as JWK), alg: algorithm, use };
  return { key: id.data === undefined ? key : { ...key, kid: id.data } };
}

function publicKeyOf(jwk: Readonly<Record<string, unknown>>): KeyObject | null {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  } catch {
    return null;
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): string | null {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyType === 'ec') return details?.namedCurve === 'prime256v1' ? 'ES256' : null;
  if (asymmetricKeyType !== 'rsa') return null;
  const { modulusLength = 0, publicExponent = 0n } = details ?? {};
  return modulusLength >= 2048 && publicExponent >= 3n ? 'RS256' : null;
}
