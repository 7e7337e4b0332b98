/** `npm run data -- dump | restore | note-restore | end-issued`. */
import { runAsProcess } from './command-process.ts';
import { runDataCommand } from './data-command.ts';

await runAsProcess(
  (open) =>
    runDataCommand(
      process.argv.slice(2),
      {
        out: (text) => void process.stdout.write(text),
        error: (text) => void process.stderr.write(text),
      },
      open,
    ),
  { patient: true },
);
