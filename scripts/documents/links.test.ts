import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, linksOf, PROJECT, readDocuments } from './markdown.ts';

const documents = await readDocuments();

describe('links between documents', () => {
  it('are found in Markdown and in HTML, and not in code', () => {
    const text =
      '[a](b.md) ![c](d.png)\n\n```md\n[e](f.md)\n```\n\n<img src="g.png"> [h](https://example.com)\n';
    expect(linksOf({ file: 'x.md', text })).toEqual([
      { target: 'b.md', line: 1 },
      { target: 'd.png', line: 1 },
      { target: 'g.png', line: 7 },
    ]);
  });

  it('have the anchors that GitHub makes of headings', () => {
    const text = '# A `code` & more\n\n## What it may do\n\n```sh\n# no heading\n```\n\n## What it may do\n';
    expect([...anchorsOf(text)]).toEqual(['a-code--more', 'what-it-may-do', 'what-it-may-do-1']);
  });

  it.each(documents)('of $file lead to files and headings that exist', async (document) => {
    const broken: string[] = [];
    for (const { target, line } of linksOf(document)) {
      const [file = '', anchor] = target.split('#');
      const absolute =
        file === ''
          ? path.join(PROJECT, document.file)
          : path.join(PROJECT, path.dirname(document.file), decodeURIComponent(file));
      if (!existsSync(absolute)) broken.push(`line ${line}: ${target}`);
      else if (anchor !== undefined && !anchorsOf(await readFile(absolute, 'utf8')).has(anchor))
        broken.push(`line ${line}: ${target} (no such heading)`);
    }
    expect(broken).toEqual([]);
  });
});
