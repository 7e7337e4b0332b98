/** `npm run provider -- add | list | test | remove`, with or without a running server. */
import '../node-version.ts';

// Imported later: parts of it cannot even be loaded by a Node that is too old.
const { PROCESS_IO } = await import('./command-frame.ts');
const { runAsProcess } = await import('./command-process.ts');
const { runProviderCommand } = await import('./provider-command.ts');

await runAsProcess((open) =>
  runProviderCommand(
    process.argv.slice(2),
    {
      ...PROCESS_IO,
      readInput: () => readAll(process.stdin),
    },
    open,
  ),
);

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  return text;
}
