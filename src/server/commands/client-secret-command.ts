import { parseArgs } from 'node:util';
import { clientIdFault } from '../configuration/oauth/client-rules.ts';
import { createToken, hashToken } from '../crypto/secrets.ts';
import { clientVariable } from '../settings/oauth-clients.ts';
import type { CommandIo } from './command-frame.ts';

/** It tells people and secret scanners what it is. */
const PREFIX = 'foyer_cs_';

export const CLIENT_SECRET_USAGE = `A new secret of an OAuth client.

  npm run server -- client-secret [<client id>]
      Prints a secret and its hash, with the line to set. Foyer gets the hash only, so nothing shows the secret again.
      To replace a secret, set both hashes, give the client its new secret, and then remove the old hash.

It takes --json. The end is 0 when it is done, 2 when the command was not understood.
`;

/** Runs `npm run server -- client-secret …` and returns the exit code. It reads no settings and no database. */
export function runClientSecretCommand(args: readonly string[], io: CommandIo): number {
  const { id, json, fault } = parse(args);
  if (fault !== null) {
    if (json) io.out(`${JSON.stringify({ error: fault })}\n`);
    else io.error(`${fault}\n\n${CLIENT_SECRET_USAGE}`);
    return 2;
  }
  const secret = PREFIX + createToken();
  const hash = hashToken(secret);
  io.out(json ? `${JSON.stringify({ secret, hash })}\n` : describe(id, secret, hash));
  return 0;
}

function parse(args: readonly string[]): {
  readonly id: string | null;
  readonly json: boolean;
  readonly fault: string | null;
} {
  const json = args.includes('--json');
  try {
    const { positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    });
    const [id = null, ...more] = positionals;
    if (more.length > 0) return { id, json, fault: 'There are too many words.' };
    const wrong = id === null ? null : clientIdFault(id);
    return { id, json, fault: wrong && `${id} ${wrong.wrong}. ${wrong.remedy}` };
  } catch (error) {
    return { id: null, json, fault: error instanceof Error ? error.message : String(error) };
  }
}

function describe(id: string | null, secret: string, hash: string): string {
  const variable = id === null ? 'CLIENT_<ID>_SECRET_HASHES' : clientVariable(id, 'SECRET_HASHES');
  return `${secret}

Keep it now: nothing shows it again. Give it to the client alone, and set its hash here:

  ${variable}=${hash}

or, with the client in foyer.config.ts:

  secretHashes: ['${hash}'],
`;
}
