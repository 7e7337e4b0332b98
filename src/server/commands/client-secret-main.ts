/** `npm run client-secret -- [<client id>]`, with or without a running server. */
import { runClientSecretCommand } from './client-secret-command.ts';

process.exitCode = runClientSecretCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
