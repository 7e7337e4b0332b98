import { ONE_LINE, toOneLine } from '../../../shared/one-line.ts';
import { emailAddress, isAscii } from '../../../shared/schemas/fields.ts';
import { isLoopbackHost } from '../../net/addresses.ts';

/** Of a picture's URL at an identity provider. */
const PICTURE_ADDRESS_MAX_LENGTH = 2048;

interface RemoteFace {
  readonly label: string | null;
  readonly image: string | null;
}

const LABEL_MAX_LENGTH = 254;
const SHOWN_NAME_MAX_LENGTH = 80;
/** OpenID Connect Core 2 allows 255; OAuth providers vary. */
const SUBJECT_MAX_LENGTH = 512;

/** The most useful claim comes first. `login` and `avatar_url` are GitHub's. */
export function toRemoteFace(claims: Readonly<Record<string, unknown>>): RemoteFace {
  const { email, preferred_username: username, name, login, picture, avatar_url: avatar } = claims;
  const label = [email, username, name, login]
    .map((claim) => toPlainText(claim, LABEL_MAX_LENGTH))
    .find((text) => text !== null);
  return { label: label ?? null, image: pictureAddress(picture ?? avatar) };
}

/** One line of plain text, with the rules of a typed name; `null` when no text is left. */
export function toPlainText(claim: unknown, maxLength: number): string | null {
  if (typeof claim !== 'string') return null;
  let text = '';
  // Code points, so that no character is split.
  for (const character of toOneLine(claim)) {
    if (text.length + character.length > maxLength) break;
    text += character;
  }
  return text.trim() || null;
}

/** White space is refused, not trimmed: the provider did not verify the trimmed address. */
export function toRemoteAddress(claim: unknown): string | null {
  return typeof claim === 'string' && isAscii(claim) ? (emailAddress.safeParse(claim).data ?? null) : null;
}

/** `null`: large numbers lose digits in JSON, lone surrogates become one character, and two users one. */
export function toSubject(claim: unknown): string | null {
  if (typeof claim === 'number') return Number.isSafeInteger(claim) ? String(claim) : null;
  const fits = typeof claim === 'string' && ONE_LINE.test(claim) && claim.length <= SUBJECT_MAX_LENGTH;
  return fits && claim !== '' ? claim : null;
}

/** For the question whether to connect the account. Never an email address, which may be anybody's. */
export function nameAtProvider(claims: Readonly<Record<string, unknown>>): string | null {
  const names = [claims['preferred_username'], claims['login'], claims['name']].map((claim) =>
    toPlainText(claim, SHOWN_NAME_MAX_LENGTH),
  );
  // U+FF20 is the full-width “@”.
  return names.find((name) => name !== null && !/[@\uFF20]/.test(name)) ?? null;
}

/** A URL that the guarded fetch may accept. */
function pictureAddress(claim: unknown): string | null {
  if (typeof claim !== 'string' || claim.length > PICTURE_ADDRESS_MAX_LENGTH) return null;
  const url = URL.parse(claim);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopbackHost(url.hostname))) return null;
  return url.href;
}
