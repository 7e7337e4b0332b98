import { clientIdFault } from '../configuration/oauth/client-rules.ts';
import { createToken, hashToken } from '../crypto/secrets.ts';
import { clientVariable } from '../settings/oauth-clients.ts';
import { action, UsageError, type Command } from './command-frame.ts';

/** Shows people and secret scanners that the text is a secret. */
const PREFIX = 'foyer_cs_';

export const clientSecretCommand: Command<undefined> = {
  name: 'client-secret',
  about: 'Makes a new secret of an OAuth client.',
  standsAlone: true,
  actions: {
    '': action({
      operand: '[<client id>]',
      about: `Prints a secret and its hash, with the line to set. Foyer gets the hash only, so nothing shows the secret again.
To replace a secret, set both hashes, give the client its new secret, and then remove the old hash.`,
      examples: ['shop'],
      prepare: (operand) => {
        const id = operand === '' ? null : operand;
        const fault = id === null ? null : clientIdFault(id);
        if (fault) throw new UsageError(`${id} ${fault.wrong}. ${fault.remedy}`);
        return () => {
          const secret = PREFIX + createToken();
          const hash = hashToken(secret);
          return Promise.resolve({ data: { secret, hash }, text: describe(id, secret, hash) });
        };
      },
    }),
  },
};

function describe(id: string | null, secret: string, hash: string): string {
  const variable = id === null ? 'CLIENT_<ID>_SECRET_HASHES' : clientVariable(id, 'SECRET_HASHES');
  return `${secret}

Keep it now: nothing shows it again. Give it to the client alone, and set its hash here:

  ${variable}=${hash}

or, with the client in foyer.config.ts:

  secretHashes: ['${hash}'],
`;
}
