import {
  inspectSecrets,
  rotateSecrets,
  type RotationState,
} from '../domain/secret-rotation/rotate-secrets.ts';
import type { RotationDependencies } from '../domain/secret-rotation/sealed-values.ts';
import { action, EXIT_CODES, UsageError, type Command } from './command-frame.ts';

export const rotateSecretsCommand: Command<RotationDependencies> = {
  name: 'rotate-secrets',
  about: 'Encrypts with AUTH_SECRET what AUTH_SECRET_PREVIOUS encrypted. Servers may run meanwhile.',
  actions: {
    '': action({
      about: `Run it after every server has started with the new AUTH_SECRET, and again before you remove AUTH_SECRET_PREVIOUS.
A run that was interrupted is repeated: it goes on where the other one ended. It ends with 1 when something is left.`,
      options: {
        check: {
          about: 'changes no value; ends with 1 when AUTH_SECRET_PREVIOUS is still needed',
        },
      },
      examples: ['', '--check'],
      prepare:
        (_operand, { check, json }) =>
        async (deps, io) => {
          const hasFormer = deps.settings.previousAuthSecret !== null;
          if (!check && !hasFormer)
            throw new UsageError('AUTH_SECRET_PREVIOUS is not set, so there is nothing to encrypt anew.');
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
          const isUnfinished = check ? state.isFormerNeeded : state.left > 0;
          return {
            data: state,
            text: textOf(state, hasFormer, deps.now()),
            exitCode: isUnfinished ? EXIT_CODES.failed : EXIT_CODES.done,
          };
        },
    }),
  },
};

function textOf({ left, unreadable, openUntil }: RotationState, hasFormer: boolean, now: Date): string {
  if (!hasFormer) {
    return unreadable > 0
      ? 'AUTH_SECRET does not open all values. Set AUTH_SECRET_PREVIOUS to the secret that they need.\n'
      : 'AUTH_SECRET opens all values.\n';
  }
  if (left > 0) return `${left} values need AUTH_SECRET_PREVIOUS. Run foyer-server rotate-secrets (again).\n`;
  if (openUntil === null) return 'foyer-server rotate-secrets has not run since AUTH_SECRET was changed.\n';
  if (openUntil > now) {
    return `AUTH_SECRET opens all values. Keep AUTH_SECRET_PREVIOUS until ${openUntil.toISOString()}: links and codes may be open that were made with it.\n`;
  }
  return 'AUTH_SECRET_PREVIOUS is not needed any more. Remove it.\n';
}
