/** `npm run service-key -- create | list | revoke`, with or without a running server. */
import { runAsProcess } from './command-process.ts';
import { runServiceKeyCommand } from './service-key-command.ts';

await runAsProcess((open) =>
  runServiceKeyCommand(
    process.argv.slice(2),
    {
      out: (text) => void process.stdout.write(text),
      error: (text) => void process.stderr.write(text),
    },
    open,
  ),
);
