import { readFile } from 'node:fs/promises';
import type { FoyerClient } from '../../client.ts';
import { requireServiceKey } from '../credentials.ts';
import { UsageError } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import type { Machine, Values } from '../run.ts';
import { importUsers } from './import-users.ts';
import { isSourceName, SOURCES, type SourceName } from './sources.ts';

interface Parts {
  readonly rest: readonly string[];
  readonly options: Values;
  readonly machine: Machine;
  readonly connect: (serviceKey: string) => FoyerClient;
  readonly output: Output;
}

/** `foyer users import <file>` and `foyer users export`, with the key of `FOYER_SERVICE_KEY`. */
export async function users({ rest, options, machine, connect, output }: Parts): Promise<void> {
  const [action, file, ...more] = rest;
  const isExport = action === 'export' && file === undefined;
  if (!isExport && (action !== 'import' || file === undefined || more.length > 0))
    throw new UsageError('That is not understood. See: foyer users --help');
  const client = connect(requireServiceKey(machine.env));
  if (isExport) return exportUsers(client, machine.stdout);
  const hashConfig = options['hash-config'];
  return importUsers({
    client,
    file: file ?? '',
    from: toSource(options.from ?? 'foyer'),
    dryRun: options['dry-run'] ?? false,
    conversion: {
      providers: toProviders(options.provider ?? []),
      hashConfig: hashConfig === undefined ? null : await readFile(hashConfig, 'utf8'),
    },
    sleep: machine.sleep,
    output,
    showProgress: machine.isTerminal && !options.json ? machine.stderr : null,
  });
}

/** Prints all users, one JSON object a line, as `foyer users import` reads them. */
async function exportUsers(client: FoyerClient, print: (text: string) => void): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<FoyerClient['users']['export']['mutate']>> =
      await client.users.export.mutate(cursor === null ? {} : { cursor });
    print(page.people.map((each) => `${JSON.stringify(each)}\n`).join(''));
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function toSource(name: string): SourceName {
  if (isSourceName(name)) return name;
  throw new UsageError(`There is no source “${name}”. There are: ${Object.keys(SOURCES).join(', ')}`);
}

/** `theirs=ours`; `theirs=` leaves out the connections of that provider. */
function toProviders(pairs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.map((pair) => {
      const [theirs = '', ours, ...more] = pair.split('=');
      if (theirs === '' || ours === undefined || more.length > 0)
        throw new UsageError(`“--provider ${pair}” is not of the form --provider theirs=ours`);
      return [theirs, ours] as const;
    }),
  );
}
