import { open } from 'node:fs/promises';
import { NotSignedInError } from './exit-codes.ts';
import { OTHERS, writePrivateFile } from './private-file.ts';

export interface Credential {
  readonly token: string;
  readonly name: string;
  /** ISO 8601. */
  readonly expires: string;
}

interface CredentialStore {
  /** The Foyer of the last `login`: the default. */
  readonly current: string | null;
  readonly servers: Readonly<Record<string, Credential>>;
}

const NOTHING: CredentialStore = { current: null, servers: {} };

/** The tokens by Foyer address. Throws `NotSignedInError` when others can read the file or own it. */
export async function readCredentials(file: string): Promise<CredentialStore> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new NotSignedInError(`${file} cannot be read: ${error.message}`);
  });
  if (!handle) return NOTHING;
  try {
    // Checks the open file, so that nobody can exchange it after the check.
    const { mode, uid } = await handle.stat();
    if (process.platform !== 'win32') {
      if ((mode & OTHERS) !== 0)
        throw new NotSignedInError(`Others can read ${file}. Run: chmod 600 '${file}', and make new tokens.`);
      if (uid !== process.getuid?.()) throw new NotSignedInError(`${file} belongs to somebody else.`);
    }
    return parseStore(await handle.readFile('utf8'), file);
  } finally {
    await handle.close();
  }
}

/** `null` deletes the token. */
export async function storeCredential(
  file: string,
  url: string,
  credential: Credential | null,
): Promise<void> {
  const { servers, current } = await readCredentials(file);
  const { [url]: _before, ...others } = servers;
  const store: CredentialStore = credential
    ? { current: url, servers: { ...others, [url]: credential } }
    : { current: current === url ? (Object.keys(others)[0] ?? null) : current, servers: others };
  await writePrivateFile(file, `${JSON.stringify(store, null, 2)}\n`);
}

function parseStore(text: string, file: string): CredentialStore {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new NotSignedInError(`${file} is not readable as JSON. Remove it and sign in again.`);
  }
  if (!isRecord(json) || !isRecord(json['servers'])) return NOTHING;
  const servers = Object.entries(json['servers']).flatMap(([url, entry]) =>
    isCredential(entry) ? [[url, entry] as const] : [],
  );
  const { current } = json;
  return { current: typeof current === 'string' ? current : null, servers: Object.fromEntries(servers) };
}

function isCredential(value: unknown): value is Credential {
  return isRecord(value) && ['token', 'name', 'expires'].every((key) => typeof value[key] === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Read from `FOYER_SERVICE_KEY`, because an argument would stay in the shell history. */
export function requireServiceKey(env: Readonly<Record<string, string | undefined>>): string {
  const serviceKey = env['FOYER_SERVICE_KEY'] || undefined;
  if (serviceKey === undefined)
    throw new NotSignedInError('Put a service key into FOYER_SERVICE_KEY. The console makes them.');
  return serviceKey;
}
