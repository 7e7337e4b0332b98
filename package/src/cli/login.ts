import type { FoyerClient, Scope } from '../client.ts';
import { isFoyerError } from '../client.ts';
import { storeCredential, readCredentials } from './credentials.ts';
import { moment, plain, type Output } from './output.ts';

const SECOND_MS = 1000;
/** The pause between polls while Foyer does not answer. */
const UNAVAILABLE_PAUSE_SECONDS = 10;

type GrantedToken = Awaited<ReturnType<FoyerClient['device']['poll']['mutate']>>;

export interface LoginOptions {
  readonly url: string;
  readonly connect: (token?: string) => FoyerClient;
  readonly file: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  /** Opens the page; `null` to print the address only. */
  readonly open: ((url: string) => void) | null;
  readonly sleep: (ms: number) => Promise<void>;
  readonly output: Output;
  readonly asJson: boolean;
}

/** The device flow (RFC 8628): prints a code, waits for the approval, and stores the token. */
export async function login(options: LoginOptions): Promise<void> {
  const { url, connect, file, output, asJson } = options;
  // Reads the file first, so that an unusable file fails before the user is asked.
  const before = (await readCredentials(file)).servers[url];
  const client = connect();
  const { clientName, scopes } = options;
  const started = await client.device.start.mutate({ clientName, scopes: [...scopes] });
  const { userCode, verificationUri, verificationUriComplete, expires } = started;
  if (asJson) output.json({ userCode, verificationUri, verificationUriComplete, expires });
  output.line(`To sign in, open   ${verificationUriComplete}`);
  output.line(`and compare        ${userCode}`);
  output.line(`\nWaiting until ${moment(expires)}. Only approve it if it shows this very code.`);
  options.open?.(verificationUriComplete);

  const { token, accessToken } = await waitForToken(client, started, options.sleep);
  const tokenClient = connect(token);
  try {
    await storeCredential(file, url, { token, name: accessToken.name, expires: accessToken.expires });
  } catch (error) {
    // A token that could not be stored is revoked.
    await tokenClient.accessTokens.revokeCurrent.mutate().catch(() => {});
    throw error;
  }
  if (before) await revokeQuietly(connect(before.token));
  if (asJson) output.json({ url, token: accessToken });
  output.line(`\nSigned in at ${url} as “${plain(accessToken.name)}”, until ${moment(accessToken.expires)}.`);
}

async function waitForToken(
  client: FoyerClient,
  started: { readonly deviceCode: string; readonly interval: number; readonly expires: string },
  sleep: (ms: number) => Promise<void>,
): Promise<GrantedToken> {
  for (let pause = started.interval; ;) {
    await sleep(pause * SECOND_MS);
    try {
      return await client.device.poll.mutate({ deviceCode: started.deviceCode });
    } catch (error) {
      if (!isFoyerError(error)) throw error;
      if (error.code === 'AUTHORIZATION_PENDING' || error.code === 'SLOW_DOWN')
        pause = error.retryAfter ?? pause;
      else if (error.code === 'UNAVAILABLE' && Date.now() < Date.parse(started.expires))
        pause = UNAVAILABLE_PAUSE_SECONDS;
      else throw error;
    }
  }
}

/** Revokes the replaced token, which may already be invalid. */
async function revokeQuietly(client: FoyerClient): Promise<void> {
  await client.accessTokens.revokeCurrent.mutate().catch(() => {});
}
