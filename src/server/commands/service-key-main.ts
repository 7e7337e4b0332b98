/** `npm run service-key -- create | list | revoke`, with or without a running server. */
import '../node-version.ts';

// Imported later: parts of it cannot even be loaded by a Node that is too old.
const { PROCESS_IO } = await import('./command-frame.ts');
const { runAsProcess } = await import('./command-process.ts');
const { runServiceKeyCommand } = await import('./service-key-command.ts');

await runAsProcess((open) => runServiceKeyCommand(process.argv.slice(2), PROCESS_IO, open));
