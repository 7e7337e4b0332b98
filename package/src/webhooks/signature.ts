/** Standard Webhooks, "signature scheme". */
const KEY_BYTES = { min: 24, max: 64 };
/** Foyer sends two at most. The limit bounds the cost of a request by an unknown caller. */
const SIGNATURES_MAX = 8;
const PREFIX = 'whsec_';
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** Throws `TypeError` for a missing or wrong secret, without showing it. */
export async function toKeys(secrets: readonly string[]): Promise<CryptoKey[]> {
  if (secrets.length === 0) throw new TypeError('verifyWebhook needs a secret: whsec_…');
  return Promise.all(
    secrets.map((secret) => crypto.subtle.importKey('raw', toKeyBytes(secret), HMAC, false, ['verify'])),
  );
}

function toKeyBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null;
  if (!bytes || bytes.length < KEY_BYTES.min || bytes.length > KEY_BYTES.max)
    throw new TypeError(
      'A secret of verifyWebhook is no webhook secret: whsec_ and base64 of 24 to 64 bytes',
    );
  return bytes;
}

interface SignedRequest {
  readonly id: string;
  readonly seconds: string;
  readonly body: Uint8Array;
  readonly signatures: string;
}

/** WebCrypto compares in constant time. */
export async function isSignedBy(
  keys: readonly CryptoKey[],
  { id, seconds, body, signatures }: SignedRequest,
): Promise<boolean> {
  const head = new TextEncoder().encode(`${id}.${seconds}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  for (const signature of signatures.split(' ').slice(0, SIGNATURES_MAX)) {
    // Signatures of other versions are for other keys.
    const bytes = signature.startsWith('v1,') ? fromBase64(signature.slice('v1,'.length)) : null;
    if (!bytes) continue;
    for (const key of keys) if (await crypto.subtle.verify(HMAC, key, bytes, content)) return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
