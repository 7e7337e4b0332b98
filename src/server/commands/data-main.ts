/** `npm run data -- dump | restore | note-restore | end-issued`. */
import { PROCESS_IO } from './command-frame.ts';
import { runAsProcess } from './command-process.ts';
import { runDataCommand } from './data-command.ts';

await runAsProcess((open) => runDataCommand(process.argv.slice(2), PROCESS_IO, open), { patient: true });
