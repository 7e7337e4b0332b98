#!/usr/bin/env node
/** `create-foyer-auth`: begins an application that signs people in by Foyer. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readArguments, Refusal, TEMPLATES, toTemplate, USAGE } from './arguments.ts';
import { writeApplication } from './write-application.ts';

// The bundle of this file is in `dist` of the package.
const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

async function create(): Promise<void> {
  const { help, packages, ...given } = readArguments(process.argv.slice(2));
  if (help) {
    process.stdout.write(USAGE);
    return;
  }
  const folder = path.resolve(given.folder ?? (await ask('folder', 'Folder of the application: ')));
  const template =
    given.template ?? toTemplate(await ask('template', `Template (${TEMPLATES.join(', ')}): `));
  const manifest = await readFile(path.join(PACKAGE, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const origin = { templates: path.join(PACKAGE, 'templates'), version };
  await writeApplication(
    { folder, template, packages: packages === undefined ? undefined : path.resolve(packages) },
    origin,
  );
  const shown = path.relative(process.cwd(), folder);
  process.stdout.write(`The application is in ${folder}. Next:

${shown === '' ? '' : `  cd ${shown.includes(' ') ? `"${shown}"` : shown}\n`}  npm install
  npm run dev

README.md says what it has.
`);
}

/** Asks on a terminal only, so that a script never waits. */
async function ask(what: 'folder' | 'template', question: string): Promise<string> {
  const refusal = new Refusal(`Name the ${what}.`);
  if (!process.stdin.isTTY) throw refusal;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve, reject) => {
    // Ctrl-C and Ctrl-D close it without an answer.
    terminal.once('close', () => reject(refusal));
    terminal.question(question, (answer) => {
      if (answer.trim() === '') reject(refusal);
      else resolve(answer.trim());
      terminal.close();
    });
  });
}

try {
  await create();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
