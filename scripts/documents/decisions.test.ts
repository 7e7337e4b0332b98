import { describe, expect, it } from 'vitest';
import { readDocument, readDocuments } from './markdown.ts';

const FOLDER = 'docs/decisions/';

const records = (await readDocuments()).filter(({ file }) => /^docs\/decisions\/\d/.test(file));
const index = await readDocument(`${FOLDER}README.md`);

describe('docs/decisions/README.md', () => {
  it('has one line for each record, in their order and by their titles', () => {
    const listed = [...index.text.matchAll(/^- \[(.+?)\]\((.+?)\): .+$/gm)].map(([, title, file]) => [
      title,
      file,
    ]);
    const written = records.map(({ file, text }) => [/^# (.+)$/m.exec(text)?.[1], file.slice(FOLDER.length)]);
    expect(written.length).toBeGreaterThan(20);
    expect(listed).toEqual(written);
  });

  it('numbers each record once, without a gap', () => {
    const numbers = records.map(({ file }) => Number(file.slice(FOLDER.length, FOLDER.length + 3)));
    expect(numbers).toEqual(records.map((_record, position) => position + 1));
    for (const { file, text } of records)
      expect(text.startsWith(`# ${file.slice(FOLDER.length, FOLDER.length + 3)} `)).toBe(true);
  });
});
