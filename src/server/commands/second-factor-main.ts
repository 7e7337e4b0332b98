/** `npm run second-factor:remove`, with or without a running server. */
import { runAsProcess } from './command-process.ts';
import { runSecondFactorCommand } from './second-factor-command.ts';

await runAsProcess((open) =>
  runSecondFactorCommand(
    process.argv.slice(2),
    {
      out: (text) => void process.stdout.write(text),
      error: (text) => void process.stderr.write(text),
    },
    open,
  ),
);
