/** `npm run generate` writes the generated files. With `-- --check` it fails when a file is stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, type FormatConfig } from 'oxfmt';
import configuration from '../.oxfmtrc.json' with { type: 'json' };
import { withErrors, withEventTypes, withLogLists } from './document-tables.ts';
import { renderDefaultTokens, renderVersion, withVersion } from './generated-modules.ts';
import { renderEvents, renderProcedures } from './package-types.ts';

/** The text of each file, from the sources and, where only a part is generated, its present text. */
const FILES: Readonly<Record<string, (present: string) => string | Promise<string>>> = {
  'create/package.json': withVersion,
  'docs/errors.md': withErrors,
  'docs/events.md': withEventTypes,
  'docs/logs.md': withLogLists,
  'package/package.json': withVersion,
  'package/src/events.ts': renderEvents,
  'package/src/procedures.ts': renderProcedures,
  'src/server/brand/default-tokens.ts': renderDefaultTokens,
  'src/shared/version.ts': renderVersion,
};

const isCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const [name, render] of Object.entries(FILES)) {
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const present = await readFile(file, 'utf8');
  const rendered = await render(present);
  const isFormatted = !configuration.ignorePatterns.includes(name);
  const text = isFormatted ? (await format(name, rendered, configuration as FormatConfig)).code : rendered;
  if (text === present) continue;
  stale.push(name);
  if (!isCheck) await writeFile(file, text);
}
if (stale.length > 0) console.log(`${isCheck ? 'Stale' : 'Written'}: ${stale.join(', ')}`);
if (isCheck && stale.length > 0) {
  console.error('Run `npm run generate`.');
  process.exitCode = 1;
}
