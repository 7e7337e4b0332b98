/** `npm run second-factor:remove`, with or without a running server. */
import { PROCESS_IO } from './command-frame.ts';
import { runAsProcess } from './command-process.ts';
import { runSecondFactorCommand } from './second-factor-command.ts';

await runAsProcess((open) => runSecondFactorCommand(process.argv.slice(2), PROCESS_IO, open));
