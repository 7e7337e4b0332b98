import { PICTURE_ADDRESS_MAX_LENGTH } from '../../shared/limits.ts';
import { isLoopbackHost } from '../identity-providers/addresses.ts';

/** How a person is called at a provider, and the address of their picture there, from whatever claims it sent. */
export interface RemoteFace {
  readonly label: string | null;
  readonly image: string | null;
}

const LABEL_MAX_LENGTH = 254;
const SHOWN_NAME_MAX_LENGTH = 80;

/** The most telling claim first; `login` and `avatar_url` are GitHub's. */
export function toRemoteFace(claims: Readonly<Record<string, unknown>>): RemoteFace {
  const { email, preferred_username: username, name, login, picture, avatar_url: avatar } = claims;
  const label = [email, username, name, login].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  return { label: label?.slice(0, LABEL_MAX_LENGTH) ?? null, image: pictureAddress(picture ?? avatar) };
}

/**
 * How the person is called there, for the question whether to connect the account: never an address, which a provider may claim of
 * anybody. One line, whatever the provider sends.
 */
export function nameAtProvider(claims: Readonly<Record<string, unknown>>): string | null {
  const names = [claims['preferred_username'], claims['login'], claims['name']].flatMap((claim) =>
    typeof claim === 'string' && !/[@＠]/.test(claim) ? [claim.replace(/[\p{C}\s]+/gu, ' ').trim()] : [],
  );
  return names.find((name) => name !== '')?.slice(0, SHOWN_NAME_MAX_LENGTH) ?? null;
}

/** What the guarded door could ever fetch; whether it does is its own decision. */
function pictureAddress(claim: unknown): string | null {
  if (typeof claim !== 'string' || claim.length > PICTURE_ADDRESS_MAX_LENGTH) return null;
  const url = URL.parse(claim);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopbackHost(url.hostname))) return null;
  return url.href;
}
