import { FoyerError } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, requestJson, type Fetch } from '../http.ts';

/** The client id of this command. Every server knows it. */
const CLIENT_ID = 'foyer-cli';
const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const SECOND_MS = 1000;
/** The default of RFC 8628, 3.2. */
const DEFAULT_INTERVAL_SECONDS = 5;
/** RFC 8628, 3.5: what `slow_down` adds to the pause. */
const SLOW_DOWN_SECONDS = 5;
/** The pause between polls while Foyer does not answer. */
const UNAVAILABLE_PAUSE_SECONDS = 10;

interface Server {
  readonly url: string;
  readonly fetch: Fetch;
}

export interface StartedFlow {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  /** ISO 8601. */
  readonly expires: string;
  /** In seconds. */
  readonly interval: number;
}

/** Starts the device flow (RFC 8628, 3.1). `deviceName` names the access token. Throws `FoyerError`. */
export async function startFlow(
  server: Server,
  asked: { readonly scopes: readonly string[]; readonly deviceName: string },
): Promise<StartedFlow> {
  const { status, json } = await post(server, '/oauth/device_authorization', {
    scope: asked.scopes.join(' '),
    device_name: asked.deviceName,
  });
  if (status !== 200) throw failureOf(status, json);
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in, interval } = json;
  if (
    typeof device_code !== 'string' ||
    typeof user_code !== 'string' ||
    typeof verification_uri !== 'string'
  )
    throw notUnderstood();
  const seconds = typeof expires_in === 'number' ? expires_in : 0;
  return {
    deviceCode: device_code,
    userCode: user_code,
    verificationUri: verification_uri,
    verificationUriComplete:
      typeof verification_uri_complete === 'string' ? verification_uri_complete : verification_uri,
    expires: new Date(Date.now() + seconds * SECOND_MS).toISOString(),
    interval: typeof interval === 'number' ? interval : DEFAULT_INTERVAL_SECONDS,
  };
}

/** Polls until the user has decided (RFC 8628, 3.4, 3.5). Returns the access token. Throws `FoyerError`. */
export async function waitForToken(
  server: Server,
  started: StartedFlow,
  sleep: (ms: number) => Promise<void>,
): Promise<string> {
  for (let { interval } = started, pause = interval; ;) {
    await sleep(pause * SECOND_MS);
    pause = interval;
    try {
      const { status, json } = await post(server, '/oauth/token', {
        grant_type: DEVICE_CODE_GRANT,
        device_code: started.deviceCode,
      });
      if (status === 200) {
        if (typeof json['access_token'] === 'string') return json['access_token'];
        throw notUnderstood();
      }
      if (json['error'] === 'slow_down') pause = interval += SLOW_DOWN_SECONDS;
      else if (json['error'] !== 'authorization_pending') throw failureOf(status, json);
    } catch (error) {
      // RFC 8628, 3.5: a poll that got no answer is repeated, more slowly.
      const isOver = Date.now() >= Date.parse(started.expires);
      if (!(error instanceof FoyerError) || error.code !== 'UNAVAILABLE' || isOver) throw error;
      pause = Math.max(interval, UNAVAILABLE_PAUSE_SECONDS);
    }
  }
}

type Json = Readonly<Record<string, unknown>>;

async function post(
  { url, fetch }: Server,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly json: Json }> {
  const { answer, json } = await requestJson(fetch, DEFAULT_TIMEOUT_MS, url + path, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_id: CLIENT_ID, ...form }),
    redirect: 'error',
  });
  return { status: answer.status, json: typeof json === 'object' && json !== null ? (json as Json) : {} };
}

function failureOf(status: number, { error, error_description }: Json): FoyerError {
  const message = typeof error_description === 'string' ? { message: error_description } : {};
  if (error === 'access_denied') return new FoyerError('AUTHORIZATION_DENIED', message);
  if (error === 'expired_token') return new FoyerError('DEVICE_CODE_EXPIRED');
  if (error === 'invalid_scope') return new FoyerError('INVALID_INPUT', { issues: [], ...message });
  if (status === 429 || status >= 500) return new FoyerError('UNAVAILABLE', message);
  return new FoyerError('INTERNAL', message);
}

function notUnderstood(): FoyerError {
  return new FoyerError('UNAVAILABLE', { message: 'The answer of the server is not understood.' });
}
