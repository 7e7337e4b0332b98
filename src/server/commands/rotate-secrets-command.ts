import { parseArgs } from 'node:util';
import {
  inspectSecrets,
  rotateSecrets,
  type RotationState,
} from '../domain/secret-rotation/rotate-secrets.ts';
import type { RotationDependencies } from '../domain/secret-rotation/sealed-values.ts';
import type { CommandIo } from './command-frame.ts';

const ROTATE_SECRETS_USAGE = `Encrypts with AUTH_SECRET what AUTH_SECRET_PREVIOUS encrypted. Servers may run meanwhile.

  npm run server -- rotate-secrets
      Run it after every server has started with the new AUTH_SECRET, and again before you remove AUTH_SECRET_PREVIOUS.
      A run that was interrupted is repeated: it goes on where the other one ended.
  npm run server -- rotate-secrets --check
      Changes no value. Says whether AUTH_SECRET_PREVIOUS is still needed.

Both take --json. The end is 0 when nothing is left to encrypt, or when --check finds that the former secret is not needed. It is 1 when something is
left or the secret is needed, and 2 when the command was not understood.
`;

/** Returns the exit code. Calls `open` only after the arguments were parsed. */
export async function runRotateSecretsCommand(
  args: readonly string[],
  io: CommandIo,
  open: () => Promise<RotationDependencies>,
): Promise<number> {
  const given = readArguments(args);
  if (typeof given === 'string') {
    io.error(`${given}\n\n${ROTATE_SECRETS_USAGE}`);
    return 2;
  }
  const { check, json } = given;
  const deps = await open();
  if (!check && deps.settings.previousAuthSecret === null) {
    io.error('AUTH_SECRET_PREVIOUS is not set, so there is nothing to encrypt anew.\n');
    return 2;
  }
  const nameUnreadable = ({ collection, id }: { collection: string; id: string }) =>
    io.error(`No known secret opens a value of ${collection} ${id}. It is left as it is.\n`);
  const state = check
    ? await inspectSecrets(deps, nameUnreadable)
    : await rotateSecrets(
        deps,
        ({ done, total }) => {
          if (!json) io.out(`${done} of ${Math.max(done, total)} encrypted anew\n`);
        },
        nameUnreadable,
      );
  const now = deps.now();
  io.out(json ? `${JSON.stringify(state)}\n` : textOf(state, deps.settings.previousAuthSecret !== null, now));
  return (check ? state.isFormerNeeded : state.left > 0) ? 1 : 0;
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
    }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function textOf({ left, unreadable, openUntil }: RotationState, hasFormer: boolean, now: Date): string {
  if (!hasFormer) {
    return unreadable > 0
      ? 'AUTH_SECRET does not open all values. Set AUTH_SECRET_PREVIOUS to the secret that they need.\n'
      : 'AUTH_SECRET opens all values.\n';
  }
  if (left > 0)
    return `${left} values need AUTH_SECRET_PREVIOUS. Run npm run server -- rotate-secrets (again).\n`;
  if (openUntil === null)
    return 'npm run server -- rotate-secrets has not run since AUTH_SECRET was changed.\n';
  if (openUntil > now) {
    return `AUTH_SECRET opens all values. Keep AUTH_SECRET_PREVIOUS until ${openUntil.toISOString()}: links and codes may be open that were made with it.\n`;
  }
  return 'AUTH_SECRET_PREVIOUS is not needed any more. Remove it.\n';
}
