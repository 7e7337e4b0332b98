/** `npm run docs:scale`: writes what one replica set carries into docs/operating/scale.md. A test fails when it is stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { newestCapacity } from '../bench/capacity-figures.ts';
import { count } from '../bench/formats.ts';
import { readCapacityOptions } from './capacity/assumptions.ts';
import { calculateCapacity } from './capacity/calculate.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/operating/scale.md', import.meta.url));
const PLACE = /(<!-- capacity:[^>]*-->)[\s\S]*?(<!-- capacity: end -->)/;
const PEOPLE = [1_000_000, 10_000_000, 100_000_000];
const ACTIVE_SHARE = 0.1;

/** The document with the present table between its marks. */
export async function withCapacityTable(document: string): Promise<string> {
  if (!PLACE.test(document)) throw new Error('docs/operating/scale.md has no place for the capacity');
  const table = await capacityTable();
  const text = document.replace(
    PLACE,
    (_all, start: string, end: string) => `${start}\n\n${table}\n\n${end}`,
  );
  return format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' });
}

export async function readScaleDoc(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

async function capacityTable(): Promise<string> {
  const { figures, file, machine } = await newestCapacity();
  const rows = PEOPLE.map((people) => {
    const options = ['--people', String(people), '--daily', String(people * ACTIVE_SHARE)];
    const { deployment } = readCapacityOptions(options);
    if (!deployment) throw new Error('these options make no deployment');
    const { database } = calculateCapacity(figures, deployment);
    return [
      count(people),
      count(database.commandsPerSecond),
      count(database.writesPerSecond),
      database.cores.toFixed(1),
      gigabytes(database.workingSetBytes),
      gigabytes(database.diskBytes),
    ];
  });
  return [
    '| people | commands a second | writes a second | cores of the primary | working set (cache) | files of one copy |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `In the busiest second. From \`bench/results/${file}\` (${machine}); another machine has other cores.`,
  ].join('\n');
}

function gigabytes(bytes: number): string {
  const value = bytes / 1e9;
  return `${value < 10 ? value.toFixed(1) : count(value)} GB`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(DOCUMENT, await withCapacityTable(await readScaleDoc()));
