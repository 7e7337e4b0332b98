import type { FoyerClient, Scope } from '../client.ts';
import type { Fetch } from '../http.ts';
import { storeCredential, readCredentials } from './credentials.ts';
import { startFlow, waitForToken } from './device-flow.ts';
import { moment, plain, type Output } from './output.ts';

interface LoginOptions {
  readonly url: string;
  readonly fetch: Fetch;
  readonly connect: (token: string) => FoyerClient;
  readonly file: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  /** `null` only prints the address. */
  readonly open: ((url: string) => void) | null;
  readonly sleep: (ms: number) => Promise<void>;
  readonly output: Output;
}

/** The device flow (RFC 8628). */
export async function login(options: LoginOptions): Promise<void> {
  const { url, fetch, connect, file, output } = options;
  // Fails for an unusable file before the user is asked.
  const before = (await readCredentials(file)).servers[url];
  const server = { url, fetch };
  const started = await startFlow(server, { scopes: options.scopes, deviceName: options.clientName });
  const { userCode, verificationUri, verificationUriComplete, expires } = started;
  output.json({ userCode, verificationUri, verificationUriComplete, expires });
  output.line(`To sign in, open   ${plain(verificationUriComplete)}`);
  output.line(`and compare        ${plain(userCode)}`);
  output.line(`\nWaiting until ${moment(expires)}. Only approve it if it shows this very code.`);
  options.open?.(verificationUriComplete);

  const token = await waitForToken(server, started, options.sleep);
  const tokenClient = connect(token);
  const storeToken = async () => {
    const { userId: _userId, ...described } = await tokenClient.accessTokens.current.query();
    await storeCredential(file, url, { token, name: described.name, expires: described.expires });
    return described;
  };
  const accessToken = await storeToken().catch(async (error: unknown) => {
    // A token that nobody keeps must not stay valid.
    await revokeQuietly(tokenClient);
    throw error;
  });
  if (before) await revokeQuietly(connect(before.token));
  output.json({ url, token: accessToken });
  output.line(`\nSigned in at ${url} as “${plain(accessToken.name)}”, until ${moment(accessToken.expires)}.`);
}

/** The token may already be invalid. */
async function revokeQuietly(client: FoyerClient): Promise<void> {
  await client.accessTokens.revokeCurrent.mutate().catch(() => {});
}
