/** `npm run client-secret -- [<client id>]`, with or without a running server. */
import '../node-version.ts';

// Imported later: parts of it cannot even be loaded by a Node that is too old.
const { PROCESS_IO } = await import('./command-frame.ts');
const { runClientSecretCommand } = await import('./client-secret-command.ts');

process.exitCode = runClientSecretCommand(process.argv.slice(2), PROCESS_IO);
