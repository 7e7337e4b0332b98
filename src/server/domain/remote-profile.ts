/** How a person is called at a provider, and their picture there, from whatever claims it sent. */
export interface RemoteFace {
  readonly label: string | null;
  readonly image: string | null;
}

const LABEL_MAX_LENGTH = 254;
const IMAGE_MAX_LENGTH = 2048;

/** The most telling claim first; `login` and `avatar_url` are GitHub's. */
export function toRemoteFace(claims: Readonly<Record<string, unknown>>): RemoteFace {
  const { email, preferred_username: username, name, login, picture, avatar_url: avatar } = claims;
  const label = [email, username, name, login].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  const image = picture ?? avatar;
  const shown = typeof image === 'string' && image.startsWith('https://') && image.length <= IMAGE_MAX_LENGTH;
  return { label: label?.slice(0, LABEL_MAX_LENGTH) ?? null, image: shown ? image : null };
}
