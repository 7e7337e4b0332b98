import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DOCS_IMAGES, imageFileOf, SCHEMES } from '../docs-image-names.ts';
import { linksOf, PROJECT, readDocuments } from './markdown.ts';

const FILES = DOCS_IMAGES.flatMap((name) => SCHEMES.map((scheme) => imageFileOf(name, scheme))).toSorted();

it('docs/images has the pictures that npm run docs:images takes, and no other', async () => {
  expect((await readdir(path.join(PROJECT, 'docs/images'))).toSorted()).toEqual(FILES);
});

it('each of them is shown in a document', async () => {
  const documents = await readDocuments();
  const shown = new Set(
    documents.flatMap((document) =>
      linksOf(document).map(({ target }) => path.join(path.dirname(document.file), target)),
    ),
  );
  expect(FILES.filter((file) => !shown.has(path.join('docs/images', file)))).toEqual([]);
});
