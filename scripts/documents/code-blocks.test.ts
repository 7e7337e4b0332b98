import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PEOPLE_APP } from '../../e2e/support/people-app.ts';
import { isInstalled } from '../../src/testing/run/installed.ts';
import { blocksIn, PROJECT, readDocument } from './markdown.ts';

async function testedCode(): Promise<string[]> {
  const examples = (await readdir(`${PROJECT}examples`, { recursive: true }))
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist|\.next)\//.test(name))
    .map((name) => `examples/${name}`);
  const tests = ['package/src/testing/guide.test.tsx', 'e2e/package-testing.spec.ts'];
  const files = await Promise.all([...examples, ...tests].map(readDocument));
  return [...files.map(({ text }) => text), ...Object.values(PEOPLE_APP)];
}

it.each(['docs/app.md', 'docs/guides/next.md', 'docs/guides/testing.md'])(
  'the code of %s is in examples and tests, which run',
  async (document) => {
    const tested = await testedCode();
    const shown = await blocksIn(document, 'tsx?');
    expect(shown).not.toEqual([]);
    for (const code of shown) expect(tested.filter((text) => text.includes(code))).toHaveLength(1);
  },
);

it('the commands of the guide for Next are those of its example, which a test runs', async () => {
  expect(await blocksIn('docs/guides/next.md', 'sh')).toEqual(
    await blocksIn('examples/next/README.md', 'sh'),
  );
});

describe.skipIf(!isInstalled('git'))('the worked example of CONTRIBUTING.md', async () => {
  const patches = await blocksIn('CONTRIBUTING.md', 'diff');

  it.each(patches)('has changes that fit the sources: %s', async (patch) => {
    const check = promisify(execFile)('git', ['apply', '--check', '-'], { cwd: PROJECT });
    check.child.stdin?.end(patch);
    await expect(check).resolves.toMatchObject({ stderr: '' });
  });
});
