/** `npm run provider -- add | list | test | remove`, with or without a running server. */
import { PROCESS_IO } from './command-frame.ts';
import { runAsProcess } from './command-process.ts';
import { runProviderCommand } from './provider-command.ts';

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
