/** `npm run client-secret -- [<client id>]`, with or without a running server. */
import { PROCESS_IO } from './command-frame.ts';
import { runClientSecretCommand } from './client-secret-command.ts';

process.exitCode = runClientSecretCommand(process.argv.slice(2), PROCESS_IO);
