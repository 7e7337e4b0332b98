/** `npm run data -- dump | restore | note-restore | end-issued`. */
import '../node-version.ts';

// Imported later: parts of it cannot even be loaded by a Node that is too old.
const { PROCESS_IO } = await import('./command-frame.ts');
const { runAsProcess } = await import('./command-process.ts');
const { runDataCommand } = await import('./data-command.ts');

await runAsProcess((open) => runDataCommand(process.argv.slice(2), PROCESS_IO, open), { patient: true });
