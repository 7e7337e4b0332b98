import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ErrorCode } from '../../src/shared/errors/catalogue.ts';
import { plainFields, type Shape } from '../../src/shared/plain-fields.ts';
import { apiProcedures, type ApiProcedure } from '../../src/server/openapi/api-procedures.ts';
import { schemaOf } from '../../src/server/openapi/json-schema.ts';
import { COMMON_ERRORS } from '../../src/server/trpc/procedure-meta.ts';
import { ROUTER_SUMMARIES } from '../../src/server/trpc/router.ts';
import { callExamples } from './call-examples.ts';
import { anchorOf, tableOf } from './markdown.ts';

const FOLDER = fileURLToPath(new URL('../../docs/procedures/', import.meta.url));

/** Writes a page for each router into docs/procedures, which Git ignores: declarations and schemas. */
export async function writeProcedurePages(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER);
  for (const [name, text] of procedurePages()) await writeFile(`${FOLDER}${name}.md`, text);
}

function procedurePages(): ReadonlyMap<string, string> {
  const procedures = apiProcedures();
  const ofRouter = (router: string) => procedures.filter(({ path }) => path.split('.', 1)[0] === router);
  const pages = Object.entries(ROUTER_SUMMARIES).map(
    ([router, summary]) =>
      [router, `${[`# ${router}`, summary, ...ofRouter(router).map(entry)].join('\n\n')}\n`] as const,
  );
  const sections = Object.entries(ROUTER_SUMMARIES).map(([router, summary]) => {
    const links = ofRouter(router).map(({ path }) => `[\`${path}\`](${router}.md#${anchorOf(path)})`);
    return `## [${router}](${router}.md)\n\n${summary}\n\n${links.join(' · ')}`;
  });
  return new Map([...pages, ['README', `${INTRODUCTION}\n\n${sections.join('\n\n')}\n`]]);
}

const INTRODUCTION = `# Procedures

What each procedure declares, and its schemas. A running Foyer shows the same at \`/developers\`, with a search, and at \`/openapi.json\`, for
programs (OpenAPI 3.1).

Queries are \`GET /trpc/<name>\`, with the fields of their input as parameters, or with the whole input as JSON in \`?input=\`. Mutations are
\`POST /trpc/<name>\` with a JSON body, \`{}\` where there is nothing to say. An answer is \`{ "result": { "data": … } }\`, a failure \`{ "error": { "data": { "appCode": … } } }\` with a code of
[the catalogue](../errors.md). In the examples, \`client\` is that of \`createFoyerClient()\`, or of \`useFoyer()\` in a React component.
Beside the errors that a procedure declares, any call can fail with ${errorList(COMMON_ERRORS)}.`;

function entry(procedure: ApiProcedure): string {
  const { path, kind, summary, errors, output } = procedure;
  const input = inputOf(procedure);
  return `## ${path}

${summary}

_${kind}_ · ${whoMay(procedure)}

${input ? fieldTable('Input', input) : 'Input: none.'}

${fieldTable('Answer', schemaOf(output, 'output'))}

Errors: ${errorList(errors)}.

${callExamples(procedure)}`.trimEnd();
}

function errorList(errors: readonly ErrorCode[]): string {
  return errors.map((code) => `\`${code}\``).join(', ');
}

function inputOf({ input }: ApiProcedure): Shape | null {
  return input === 'bytes'
    ? { contentMediaType: 'application/octet-stream' }
    : input && schemaOf(input, 'input');
}

function whoMay({
  scope,
  serviceScope,
  needsAdministrator,
  needsUser,
  needsFresh,
  needsSecondFactor,
}: ApiProcedure): string {
  if (needsAdministrator) {
    const key = serviceScope === null ? '' : `, or a service key with \`${serviceScope}\``;
    return `an administrator who has verified who they are within ten minutes${key}`;
  }
  const person = needsUser ? 'a person who is signed in' : 'anyone';
  const how = needsSecondFactor ? ' with a second factor' : '';
  const fresh = needsFresh ? ` and has verified who they are${how} within ten minutes` : '';
  if (scope === 'public') return `${person}, also with an access token of any scope`;
  if (scope === 'session') return `${person}${fresh}, in a browser; no access token`;
  return `${person}${fresh}, or an access token with \`${scope}\``;
}

function fieldTable(title: string, shape: Shape): string {
  const fields = plainFields(shape);
  if (fields.length === 0) return `${title}: \`{}\`.`;
  const rows = fields.map(({ path, type, isOptional, doc, when }) => [
    path === '' ? 'the whole' : `\`${path}\``,
    `\`${type}\``,
    [doc.replace(/\.$/, ''), isOptional ? 'may be left out' : '', when === null ? '' : `where \`${when}\``]
      .filter(Boolean)
      .join('; '),
  ]);
  const columns = rows.some((row) => row[2] !== '') ? [title, 'type', ''] : [title, 'type'];
  return tableOf(
    columns,
    rows.map((row) => row.slice(0, columns.length)),
  );
}
