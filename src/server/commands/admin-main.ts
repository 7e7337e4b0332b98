/** `npm run admin`, with or without a running server. */
import { runAdminCommand } from './admin-command.ts';
import { runAsProcess } from './command-process.ts';

await runAsProcess((open) =>
  runAdminCommand(
    process.argv.slice(2),
    {
      out: (text) => void process.stdout.write(text),
      error: (text) => void process.stderr.write(text),
    },
    open,
  ),
);
