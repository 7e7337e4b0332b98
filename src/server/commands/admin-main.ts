/** `npm run admin`, with or without a running server. */
import '../node-version.ts';

// Imported later: parts of it cannot even be loaded by a Node that is too old.
const { runAdminCommand } = await import('./admin-command.ts');
const { PROCESS_IO } = await import('./command-frame.ts');
const { runAsProcess } = await import('./command-process.ts');

await runAsProcess((open) => runAdminCommand(process.argv.slice(2), PROCESS_IO, open));
