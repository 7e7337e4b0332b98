/** `npm run admin`, with or without a running server. */
import { runAdminCommand } from './admin-command.ts';
import { PROCESS_IO } from './command-frame.ts';
import { runAsProcess } from './command-process.ts';

await runAsProcess((open) => runAdminCommand(process.argv.slice(2), PROCESS_IO, open));
