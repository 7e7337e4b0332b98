/** `npm run seed`, with or without a running server. */
import { PROCESS_IO } from './command-frame.ts';
import { runAsProcess } from './command-process.ts';
import { runSeedCommand } from './seed-command.ts';

await runAsProcess((open) => runSeedCommand(process.argv.slice(2), PROCESS_IO, open));
