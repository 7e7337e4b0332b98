/** `npm run seed`, with or without a running server. */
import { runAsProcess } from './command-process.ts';
import { runSeedCommand } from './seed-command.ts';

await runAsProcess((open) =>
  runSeedCommand(
    process.argv.slice(2),
    {
      out: (text) => void process.stdout.write(text),
      error: (text) => void process.stderr.write(text),
    },
    open,
  ),
);
