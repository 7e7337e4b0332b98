import { expect, it } from 'vitest';
import { linksOf, readDocument, readDocuments } from './markdown.ts';

const FOLDER = 'docs/guides/';

it('docs/guides/README.md links every guide', async () => {
  const guides = (await readDocuments())
    .map(({ file }) => file)
    .filter((file) => file.startsWith(FOLDER) && file !== `${FOLDER}README.md`)
    .map((file) => file.slice(FOLDER.length));
  expect(guides.length).toBeGreaterThan(20);
  const linked = linksOf(await readDocument(`${FOLDER}README.md`)).map(({ target }) => target);
  expect(linked).toEqual(expect.arrayContaining(guides));
});
