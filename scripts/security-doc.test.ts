import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  readAllNamedTests,
  readCitations,
  readNamedTests,
  renderSecurityDoc,
  requirementsOf,
  SECURITY_DOC,
  type NamedTest,
} from './security-doc.ts';

let document: string;
let tests: NamedTest[];
beforeAll(async () => {
  document = await readFile(SECURITY_DOC, 'utf8');
  tests = await readAllNamedTests();
});

describe('docs/security.md', () => {
  it('names the tests that cite its requirements (npm run docs:security)', () => {
    expect(document).toBe(renderSecurityDoc(document, tests));
  });

  it('has a test for each requirement', () => {
    const shown = new Set(tests.flatMap(({ requirements }) => requirements));
    expect(requirementsOf(document).filter((requirement) => !shown.has(requirement))).toEqual([]);
  });

  it('states each requirement once', () => {
    const requirements = requirementsOf(document);
    expect(requirements).toEqual([...new Set(requirements)]);
    expect(requirements.length).toBeGreaterThan(40);
  });

  it('states every requirement that the project cites', async () => {
    const known = new Set(requirementsOf(document));
    const citations = await readCitations();
    expect(citations.length).toBeGreaterThan(70);
    expect(citations.filter(({ requirement }) => !known.has(requirement))).toEqual([]);
  });
});

describe('a test that cites a requirement', () => {
  const SOURCE = `
describe('a link', () => {
  it('works once', async () => {});
  describe('of a reset', { timeout: 1 }, () => {
    it('works once, too (security.md 8, 9)', async () => {});
  });
  it.each([['a comma (CVE-2022-35924)', ',']])(
    'refuses %s (security.md 12, GHSA-7rqj-j65f-68wh)',
    async () => {},
  );
});
test.describe("a page’s code (security.md R7)", () => {});
it(\`\${WAYS} at once (security.md R1)\`, async () => {});
`;

  it('is found with the blocks around it, its requirements and its flaws', () => {
    const found = readNamedTests('a.test.ts', SOURCE);
    expect(found.map(({ name, requirements, flaws }) => [name, requirements, flaws])).toEqual([
      ['a link › of a reset › works once, too (security.md 8, 9)', ['8', '9'], []],
      ['a link › a comma (CVE-2022-35924)', [], ['CVE-2022-35924']],
      ['a link › refuses %s (security.md 12, GHSA-7rqj-j65f-68wh)', ['12'], ['GHSA-7rqj-j65f-68wh']],
      ['a page’s code (security.md R7)', ['R7'], []],
      [`\${WAYS} at once (security.md R1)`, ['R1'], []],
    ]);
  });

  it('is listed under its requirement, in place of what was listed there before', () => {
    const before = `# Title

**8.** Once.

- [old.test.ts](../src/old.test.ts): \`is gone\`

**R1.** One wins.

<!-- flaws: written by a script -->

<!-- flaws: end -->
`;
    expect(renderSecurityDoc(before, readNamedTests('src/a.test.ts', SOURCE))).toBe(`# Title

**8.** Once.

- [a.test.ts](../src/a.test.ts): \`a link › of a reset › works once, too\`

**R1.** One wins.

- [a.test.ts](../src/a.test.ts): \`\${WAYS} at once\`

<!-- flaws: written by a script -->

- [a.test.ts](../src/a.test.ts): \`a link › a comma (CVE-2022-35924)\`
- [a.test.ts](../src/a.test.ts): \`a link › refuses %s (security.md 12, GHSA-7rqj-j65f-68wh)\`

<!-- flaws: end -->
`);
  });
});
