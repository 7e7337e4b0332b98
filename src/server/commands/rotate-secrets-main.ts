/** `npm run rotate:secrets`, with or without a running server. */
import { runAsProcess } from './command-process.ts';
import { runRotateSecretsCommand } from './rotate-secrets-command.ts';

await runAsProcess((open) =>
  runRotateSecretsCommand(
    process.argv.slice(2),
    {
      out: (text) => void process.stdout.write(text),
      error: (text) => void process.stderr.write(text),
    },
    open,
  ),
);
