import { createHmac } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { ClientGrant } from '../../database/collections.ts';
import { createToken, hashToken, isEqual } from '../../crypto/secrets.ts';

const PREFIX = 'foyer_rt_';
const FORMAT = /^foyer_rt_([0-9a-f]{24})\.([\w-]{43})\.(0|[1-9][0-9]{0,8})\.([\w-]{43})$/;

/**
 * `foyer_rt_<session>.<family>.<generation>.<proof>`. A session's tokens share the secret `family`, whose
 * hash is stored. `proof` is an HMAC of family and generation with a salt of the database. So neither the
 * database nor an old token gives the next token, and an old token differs from an invented one without a
 * list.
 */
export interface RefreshToken {
  readonly sessionId: ObjectId;
  readonly family: string;
  readonly generation: number;
  readonly proof: string;
}

/** `family` goes to the client only, the rest is stored. */
export function createFamily(): {
  readonly family: string;
  readonly stored: Pick<ClientGrant, 'familyHash' | 'salt'>;
} {
  const family = createToken();
  return { family, stored: { familyHash: hashToken(family), salt: createToken() } };
}

export function writeRefreshToken(
  sessionId: ObjectId,
  {
    family,
    generation,
    salt,
  }: { readonly family: string; readonly generation: number; readonly salt: string },
): string {
  return `${PREFIX}${sessionId.toHexString()}.${family}.${generation}.${proofOf(salt, family, generation)}`;
}

/** `null` for a text that is no refresh token. */
export function readRefreshToken(text: string): RefreshToken | null {
  const [, id = '', family = '', generation = '', proof = ''] = FORMAT.exec(text) ?? [];
  return id === '' ? null : { sessionId: new ObjectId(id), family, generation: Number(generation), proof };
}

/** Whether this session once gave out this token. Compares in constant time. */
export function isOfFamily(
  token: RefreshToken,
  { familyHash, salt }: Pick<ClientGrant, 'familyHash' | 'salt'>,
): boolean {
  return (
    isEqual(hashToken(token.family), familyHash) &&
    isEqual(token.proof, proofOf(salt, token.family, token.generation))
  );
}

function proofOf(salt: string, family: string, generation: number): string {
  return createHmac('sha256', salt).update(`${family}.${generation}`).digest('base64url');
}
