/** `npm run service-key -- create | list | revoke`, with or without a running server. */
import { PROCESS_IO } from './command-frame.ts';
import { runAsProcess } from './command-process.ts';
import { runServiceKeyCommand } from './service-key-command.ts';

await runAsProcess((open) => runServiceKeyCommand(process.argv.slice(2), PROCESS_IO, open));
