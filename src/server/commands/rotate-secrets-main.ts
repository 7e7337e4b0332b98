/** `npm run rotate:secrets`, with or without a running server. */
import { PROCESS_IO } from './command-frame.ts';
import { runAsProcess } from './command-process.ts';
import { runRotateSecretsCommand } from './rotate-secrets-command.ts';

await runAsProcess((open) => runRotateSecretsCommand(process.argv.slice(2), PROCESS_IO, open));
