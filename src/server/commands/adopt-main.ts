/** `npm run adopt`, with or without a running server. */
import '../node-version.ts';

// Imported later: parts of it cannot even be loaded by a Node that is too old.
const { PROCESS_IO } = await import('./command-frame.ts');
const { runAsProcess } = await import('./command-process.ts');
const { runAdoptCommand } = await import('./adopt-command.ts');

// The command makes the indexes itself, and a read of all connections may take longer than a request may.
await runAsProcess((open) => runAdoptCommand(process.argv.slice(2), PROCESS_IO, open), { patient: true });
