/** `npm run provider -- add | list | test | remove`, with or without a running server. */
import { runAsProcess } from './command-process.ts';
import { runProviderCommand } from './provider-command.ts';

await runAsProcess((open) =>
  runProviderCommand(
    process.argv.slice(2),
    {
      out: (text) => void process.stdout.write(text),
      error: (text) => void process.stderr.write(text),
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
