/**
 * Writes `package/src/procedures.ts`: what the router takes and answers as plain object types, with the procedures' docstrings, so that
 * the package's types stand alone. `npm run package:types`; a test compares the file with the router.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { readProcedures, type ReadProcedure } from './read-procedures.ts';
import { ERRORS } from '../src/shared/errors/catalogue.ts';
import { ISSUES } from '../src/shared/issues.ts';
import { SCOPES } from '../src/shared/scopes.ts';

const TARGET = fileURLToPath(new URL('../package/src/procedures.ts', import.meta.url));

/** The file's whole text, as Prettier leaves it. */
export async function renderProcedures(): Promise<string> {
  const byRouter = new Map<string, ReadProcedure[]>();
  for (const procedure of readProcedures())
    byRouter.set(procedure.router, [...(byRouter.get(procedure.router) ?? []), procedure]);
  const text = `// Written by \`npm run package:types\` from the router; a test compares them.

/** Every code with which Foyer answers a failure. */
export type ErrorCode = ${union(Object.keys(ERRORS))};

/** What may be wrong with a field of an input. */
export type IssueKey = ${union(Object.keys(ISSUES))};

/** What an access token may be allowed. */
export type Scope = ${union(SCOPES)};

export interface CallOptions {
  /** Gives the call up; it rejects with the signal's reason then. */
  readonly signal?: AbortSignal | undefined;
}

/** The procedures, by router and name. */
export interface Procedures {
${[...byRouter].map(([router, procedures]) => `  readonly ${router}: {\n${procedures.map(member).join('\n')}\n};`).join('\n')}
}

/** How each is called: queries by GET, mutations by POST. */
export const KINDS = {
${[...byRouter].map(([router, procedures]) => `  ${router}: { ${procedures.map(({ name, kind }) => `${name}: '${kind}'`).join(', ')} },`).join('\n')}
} as const;
`;
  return format(text, { ...(await resolveConfig(TARGET)), parser: 'typescript' });
}

function union(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(' | ');
}

function member({ name, kind, input, output, doc, scope }: ReadProcedure): string {
  const lines = [...(doc === '' ? [] : doc.split('\n')), ...(scope === null ? [] : ['', said(scope)])];
  const comment = `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
  const parameter = input === null ? 'input?: undefined' : `input: ${input}`;
  const method = kind === 'query' ? 'query' : 'mutate';
  return `${comment}\n readonly ${name}: {\n${comment}\n${method}(${parameter}, options?: CallOptions): Promise<${output}>;\n};`;
}

function said(scope: string): string {
  if (scope === 'public') return 'Anyone may call it.';
  if (scope === 'session') return 'In a browser session only, not with an access token.';
  return `With an access token: scope \`${scope}\`.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await renderProcedures();
  if (text !== (await readFile(TARGET, 'utf8').catch(() => ''))) await writeFile(TARGET, text);
}
