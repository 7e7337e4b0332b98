import { PICTURE_ADDRESS_MAX_LENGTH } from '../../../shared/limits.ts';
import { ONE_LINE, toOneLine } from '../../../shared/one-line.ts';
import { emailAddress, isAscii } from '../../../shared/schemas/fields.ts';
import { isLoopbackHost } from '../../net/addresses.ts';

/** How a person is called at a provider, and the address of their picture there, from whatever claims it sent. */
export interface RemoteFace {
  readonly label: string | null;
  readonly image: string | null;
}

const LABEL_MAX_LENGTH = 254;
const SHOWN_NAME_MAX_LENGTH = 80;
/** OpenID Connect Core 2 allows 255; OAuth providers vary. */
const SUBJECT_MAX_LENGTH = 512;

/** The most telling claim first; `login` and `avatar_url` are GitHub's. */
export function toRemoteFace(claims: Readonly<Record<string, unknown>>): RemoteFace {
  const { email, preferred_username: username, name, login, picture, avatar_url: avatar } = claims;
  const label = [email, username, name, login]
    .map((claim) => toPlainText(claim, LABEL_MAX_LENGTH))
    .find((text) => text !== null);
  return { label: label ?? null, image: pictureAddress(picture ?? avatar) };
}

/** A claim that is shown and stored: one line of plain text, as a typed name is; `null` when nothing is left of it. */
export function toPlainText(claim: unknown, maxLength: number): string | null {
  if (typeof claim !== 'string') return null;
  let text = '';
  // By code points, so that no character is cut in two.
  for (const character of toOneLine(claim)) {
    if (text.length + character.length > maxLength) break;
    text += character;
  }
  return text.trim() || null;
}

/**
 * The address that a provider names, or `null`. A person may paste a no-break space or a byte order mark around an address; a provider that
 * sends one names another address than it has checked.
 */
export function toRemoteAddress(claim: unknown): string | null {
  return typeof claim === 'string' && isAscii(claim) ? (emailAddress.safeParse(claim).data ?? null) : null;
}

/**
 * The subject as it is stored, to the letter; `null` for one that cannot be stored so. Large numbers lose their last digits in
 * JSON, and halves of surrogate pairs become one and the same character in the database: two people would be one.
 */
export function toSubject(claim: unknown): string | null {
  if (typeof claim === 'number') return Number.isSafeInteger(claim) ? String(claim) : null;
  const fits = typeof claim === 'string' && ONE_LINE.test(claim) && claim.length <= SUBJECT_MAX_LENGTH;
  return fits && claim !== '' ? claim : null;
}

/**
 * How the person is called there, for the question whether to connect the account: never an address, which a provider may claim of
 * anybody.
 */
export function nameAtProvider(claims: Readonly<Record<string, unknown>>): string | null {
  const names = [claims['preferred_username'], claims['login'], claims['name']].map((claim) =>
    toPlainText(claim, SHOWN_NAME_MAX_LENGTH),
  );
  return names.find((name) => name !== null && !/[@＠]/.test(name)) ?? null;
}

/** What the guarded door could ever fetch; whether it does is its own decision. */
function pictureAddress(claim: unknown): string | null {
  if (typeof claim !== 'string' || claim.length > PICTURE_ADDRESS_MAX_LENGTH) return null;
  const url = URL.parse(claim);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopbackHost(url.hostname))) return null;
  return url.href;
}
