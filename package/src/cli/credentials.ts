import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NotSignedInError } from './exit-codes.ts';

/** Of one Foyer. */
export interface Credential {
  readonly token: string;
  readonly name: string;
  /** ISO 8601. */
  readonly expires: string;
}

interface Kept {
  /** The Foyer of the last `login`, which is meant when none is named. */
  readonly current: string | null;
  readonly servers: Readonly<Record<string, Credential>>;
}

const NOTHING: Kept = { current: null, servers: {} };
const OWNER_ONLY = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;
const OTHERS = 0o077;

/** Where the tokens are kept: `$XDG_CONFIG_HOME/foyer/credentials.json`. */
export function credentialsFile(env: Readonly<Record<string, string | undefined>>, home: string): string {
  // A relative path there is to be ignored (XDG Base Directory Specification).
  const configured = env['XDG_CONFIG_HOME'];
  const base = configured && path.isAbsolute(configured) ? configured : path.join(home, '.config');
  return path.join(base, 'foyer', 'credentials.json');
}

/** The tokens by the address of their Foyer. Throws `NotSignedInError` for a file that somebody else can read, or is not ours to write. */
export async function readCredentials(file: string): Promise<Kept> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new NotSignedInError(`${file} cannot be read: ${error.message}`);
  });
  if (!handle) return NOTHING;
  try {
    // Asked of what was opened, so that nobody exchanges it in between.
    const { mode, uid } = await handle.stat();
    if (process.platform !== 'win32') {
      if ((mode & OTHERS) !== 0)
        throw new NotSignedInError(`Others can read ${file}. Run: chmod 600 '${file}', and make new tokens.`);
      if (uid !== process.getuid?.()) throw new NotSignedInError(`${file} belongs to somebody else.`);
    }
    return parseKept(await handle.readFile('utf8'), file);
  } finally {
    await handle.close();
  }
}

/** Keeps a token, or with `null` forgets it. The file is exchanged as a whole: a full disk or a kill leaves the one before. */
export async function keepCredential(
  file: string,
  url: string,
  credential: Credential | null,
): Promise<void> {
  const { servers, current } = await readCredentials(file);
  const { [url]: _before, ...others } = servers;
  const kept: Kept = credential
    ? { current: url, servers: { ...others, [url]: credential } }
    : { current: current === url ? (Object.keys(others)[0] ?? null) : current, servers: others };
  const directory = path.dirname(file);
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
  if (((await stat(directory)).mode & OTHERS) !== 0) await chmod(directory, OWNER_ONLY_DIRECTORY);
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, `${JSON.stringify(kept, null, 2)}\n`, { mode: OWNER_ONLY, flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function parseKept(text: string, file: string): Kept {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new NotSignedInError(`${file} is not readable as JSON. Remove it and sign in again.`);
  }
  if (!isRecord(json) || !isRecord(json['servers'])) return NOTHING;
  const servers = Object.entries(json['servers']).flatMap(([url, one]) =>
    isCredential(one) ? [[url, one] as const] : [],
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
