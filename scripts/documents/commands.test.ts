import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT, readDocument, readDocuments } from './markdown.ts';

const { scripts } = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const WORKFLOWS = '.github/workflows';
/** Documents of the project's own commands; an example and the package have a `package.json` of their own, and the changelog names former commands. */
const documents = [
  ...(await readDocuments()).filter(({ file }) => !/^(examples\/|package\/|CHANGELOG)/.test(file)),
  ...(await Promise.all(
    readdirSync(path.join(PROJECT, WORKFLOWS)).map((file) => readDocument(`${WORKFLOWS}/${file}`)),
  )),
];

function npmScriptsOf(text: string): string[] {
  const named = text.matchAll(/\bnpm (?:run (?:--silent )?)?([a-z][\w:-]*)/g);
  return [...named]
    .filter(([command, name = '']) => command.startsWith('npm run ') || ['start', 'test'].includes(name))
    .map(([, name = '']) => name);
}

describe('commands in documents', () => {
  it('are found', () => {
    expect(
      npmScriptsOf('`npm run docs:images`, npm test, npm ci && npm start, npm install foyer-auth'),
    ).toEqual(['docs:images', 'test', 'start']);
  });

  it.each(documents)('of $file are scripts of package.json', ({ text }) => {
    expect(npmScriptsOf(text).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it.each(documents)('of $file start files that the build makes', ({ text }) => {
    const built = [...text.matchAll(/\bnode dist\/([\w/-]+)\.js/g)].map(([, name = '']) => `src/${name}.ts`);
    expect(built.filter((file) => !existsSync(path.join(PROJECT, file)))).toEqual([]);
  });
});
