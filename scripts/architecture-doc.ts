/** `npm run docs:architecture`: writes the import rules into docs/architecture.md. A test fails when they are stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { DOMAIN_FOLDER_RULES, IMPORT_RULES } from '../src/testing/architecture/import-rules.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/architecture.md', import.meta.url));
const PLACE = /(<!-- rules:[^>]*-->)[\s\S]*?(<!-- rules: end -->)/;

/** The document with the present rules between its two marks. */
export async function withImportRules(document: string): Promise<string> {
  if (!PLACE.test(document)) throw new Error('docs/architecture.md has no place for the import rules');
  const rules = [IMPORT_RULES, DOMAIN_FOLDER_RULES].flatMap(({ forbidden = [] }) => forbidden);
  const rows = rules.map(({ name, comment }) => `| \`${name}\` | ${comment} |`);
  const table = ['| rule | why |', '| --- | --- |', ...rows].join('\n');
  const text = document.replace(
    PLACE,
    (_all, start: string, end: string) => `${start}\n\n${table}\n\n${end}`,
  );
  return format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' });
}

export async function readArchitecture(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(DOCUMENT, await withImportRules(await readArchitecture()));
