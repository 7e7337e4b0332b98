import { clientIdFault } from '../configuration/oauth/client-rules.ts';
import { createToken, hashToken } from '../crypto/secrets.ts';
import { clientVariable } from '../settings/oauth-clients.ts';
import { JSON_OPTION, readArguments, defineCommand, UsageError, type CommandIo } from './command-frame.ts';

/** Shows people and secret scanners that the text is a secret. */
const PREFIX = 'foyer_cs_';

export const CLIENT_SECRET_USAGE = `A new secret of an OAuth client.

  npm run server -- client-secret [<client id>]
      Prints a secret and its hash, with the line to set. Foyer gets the hash only, so nothing shows the secret again.
      To replace a secret, set both hashes, give the client its new secret, and then remove the old hash.

It takes --json. The end is 0 when it is done, 2 when the command was not understood.
`;

/** Returns the exit code. Reads no settings and no database. */
export function runClientSecretCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runWithoutDependencies(args, io, () => Promise.resolve());
}

const runWithoutDependencies = defineCommand({
  parse,
  run: (_none: unknown, id) => {
    const secret = PREFIX + createToken();
    const hash = hashToken(secret);
    return Promise.resolve({ data: { secret, hash }, text: describe(id, secret, hash) });
  },
  usage: CLIENT_SECRET_USAGE,
});

function parse(args: readonly string[]): string | null {
  const { positionals } = readArguments(args, {
    allowPositionals: true,
    options: { json: JSON_OPTION },
  });
  const [id = null, ...more] = positionals;
  if (more.length > 0) throw new UsageError('There are too many words.');
  const fault = id === null ? null : clientIdFault(id);
  if (fault) throw new UsageError(`${id} ${fault.wrong}. ${fault.remedy}`);
  return id;
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
