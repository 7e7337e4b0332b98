import type { SourceText } from './source-file.ts';

/** Files that may draw without the seed of the run, and why. */
const DRAWS_WITHOUT_SEED: Readonly<Record<string, string>> = {
  'src/testing/app/free-ports.ts': 'workers that share a seed would all ask for the same ports',
};

const UNSEEDED = /\bMath\.random\b|\b(?:randomInt|randomBytes|getRandomValues)\(/;

function isOfTests(path: string): boolean {
  return /^(?:src\/testing|e2e)\//.test(path) || /\.test\.tsx?$/.test(path);
}

/** What a test draws decides times, order or data. It comes from `seededRandom(TEST_SEED)`, so that the same run can be made again. */
export function drawsComeFromTheSeed(files: readonly SourceText[]): string[] {
  return files
    .filter(({ path }) => isOfTests(path) && !(path in DRAWS_WITHOUT_SEED))
    .flatMap(({ path, text }) => {
      const code = text.replaceAll(/\/\/.*$|\/\*[\s\S]*?\*\/|'[^'\n]*'/gm, '');
      const drawn = UNSEEDED.exec(code)?.[0];
      return drawn === undefined ? [] : [`${path}: ${drawn} draws without the seed of the run`];
    });
}
