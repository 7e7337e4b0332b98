import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));

/** `security.md 32, 35` cites two requirements. */
const CITATION = /security\.md (R?\d+(?:, R?\d+)*)/g;
const FLAW = /\b(?:CVE-\d{4}-\d+|GHSA(?:-[a-z0-9]{4}){3})\b/g;
const REQUIREMENT = /^\*\*(R?\d+)\.\*\*/;
const LISTED_TESTS = /^(?:Tests: |- )\[[^\]]+\]\(\.\.\//;
const FLAWS_BEGIN = /^<!-- flaws: written/;

interface NamedTest {
  /** From the project's root. */
  readonly file: string;
  /** With the `describe` around it: `a code › is dead after five wrong ones`. */
  readonly name: string;
  readonly requirements: readonly string[];
  readonly flaws: readonly string[];
}

async function readSources(folders: readonly string[], pattern: RegExp): Promise<Map<string, string>> {
  const listed = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(path.join(PROJECT, folder), { recursive: true })).map((file) => `${folder}/${file}`),
    ),
  );
  const files = listed
    .flat()
    .filter((file) => pattern.test(file) && !/(^|\/)(node_modules|dist)\//.test(file));
  const texts = await Promise.all(
    files.map(async (file): Promise<[string, string]> => [
      file,
      await readFile(path.join(PROJECT, file), 'utf8'),
    ]),
  );
  return new Map(texts.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function citedBy(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, numbers = '']) => numbers.split(', '));
}

/** Every number that is cited in the sources, the examples, the scripts and the other documents. */
async function readCited(): Promise<ReadonlySet<string>> {
  const sources = await readSources(
    ['src', 'e2e', 'package', 'examples', 'bench', 'interop', 'scripts', 'docs'],
    /\.(tsx?|mjs|py|md)$/,
  );
  sources.delete('docs/security.md');
  return new Set([...sources.values()].flatMap(citedBy));
}

/** The tests whose names cite a requirement or a flaw. A name is a string on one line, at any depth. */
function readNamedTests(file: string, text: string): NamedTest[] {
  const tests: NamedTest[] = [];
  /** The `describe` blocks around the line, by their indentation. */
  let blocks: { indent: number; name: string }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const indent = line.search(/\S/);
    blocks = blocks.filter((block) => block.indent < indent);
    const literal = /(?<quote>['"`])(?<name>(?:\\.|(?!\k<quote>).)+)\k<quote>/g;
    const names = [...line.matchAll(literal)].map(({ groups }) => groups?.['name'] ?? '');
    for (const name of names) {
      const requirements = citedBy(name);
      const flaws = [...name.matchAll(FLAW)].map(([flaw]) => flaw);
      if (requirements.length + flaws.length === 0) continue;
      tests.push({
        file,
        name: [...blocks.map((block) => block.name), name].join(' › '),
        requirements,
        flaws,
      });
    }
    const [block] = names;
    if (/^\s*(?:test\.)?describe\b/.test(line) && block !== undefined) blocks.push({ indent, name: block });
  }
  return tests;
}

async function readAllNamedTests(): Promise<NamedTest[]> {
  const sources = await readSources(['src', 'e2e', 'package'], /\.(test|spec)\.tsx?$/);
  return [...sources].flatMap(([file, text]) => readNamedTests(file, text));
}

/** The files alone: the name of a test cites the requirement, so it is found there. */
function listFiles(tests: readonly NamedTest[]): string {
  const files = new Set(tests.map(({ file }) => file));
  return `Tests: ${[...files].map((file) => `[${path.basename(file)}](../${file})`).join(', ')}`;
}

function listTest({ file, name }: NamedTest): string {
  const shown = name.replaceAll(/ \(security\.md [R\d, ]+\)/g, '');
  const fence = shown.includes('`') ? '``' : '`';
  return `- [${path.basename(file)}](../${file}): ${fence}${shown}${fence}`;
}

/** The requirements that the document states, in its order. */
function requirementsOf(document: string): string[] {
  return document.split('\n').flatMap((line) => REQUIREMENT.exec(line)?.[1] ?? []);
}

/**
 * docs/security.md with the tests that show each requirement: a test shows a requirement when its name cites it, as in `(security.md 8)`. Published
 * flaws are found by their CVE or GHSA number in the same way.
 *
 * @throws {Error} when a requirement has no test or is stated twice, and when a number is cited that the document does not have
 */
export async function withTests(document: string): Promise<string> {
  const tests = await readAllNamedTests();
  const stated = requirementsOf(document);
  const shown = new Set(tests.flatMap(({ requirements }) => requirements));
  const faults = [
    ...stated.filter((each) => !shown.has(each)).map((each) => `${each} has no test`),
    ...stated.filter((each, index) => stated.indexOf(each) < index).map((each) => `${each} is there twice`),
    ...[...(await readCited())].filter((each) => !stated.includes(each)).map((each) => `${each} is missing`),
  ];
  if (faults.length > 0) throw new Error(`docs/security.md: ${faults.join('; ')}`);
  const paragraphs = document.split(/\n{2,}/).filter((paragraph) => !LISTED_TESTS.test(paragraph));
  const written = paragraphs.flatMap((paragraph) => {
    const requirement = REQUIREMENT.exec(paragraph)?.[1];
    if (requirement !== undefined) {
      const own = tests.filter(({ requirements }) => requirements.includes(requirement));
      return own.length === 0 ? [paragraph] : [paragraph, listFiles(own)];
    }
    return FLAWS_BEGIN.test(paragraph) ? [paragraph, listFlaws(tests)] : [paragraph];
  });
  return written.join('\n\n');
}

function listFlaws(tests: readonly NamedTest[]): string {
  return tests
    .flatMap((test) => test.flaws.map((flaw) => ({ flaw, test })))
    .toSorted((one, other) => (one.flaw < other.flaw ? -1 : 1))
    .map(({ test }) => listTest(test))
    .join('\n');
}
