import { expect, it } from 'vitest';
import { PROJECT, readDocuments } from './markdown.ts';
import { hideBraces } from './site-links.ts';
import { siteSidebar } from './site-sidebar.ts';

it('the side bar of the site has each document of docs once', async () => {
  const links = siteSidebar(PROJECT)
    .flatMap(({ items }) => items)
    .map(({ link }) => link);
  const wanted = (await readDocuments())
    .filter(({ file }) => file.startsWith('docs/'))
    .map(({ file }) => `/${file.replace(/(README)?\.md$/, '')}`);
  expect(wanted.length).toBeGreaterThan(60);
  expect(links.filter((link) => link.startsWith('/docs/')).toSorted()).toEqual(wanted.toSorted());
});

it('writes double braces so that Vue reads them as text', () => {
  const markdown = {
    renderer: { render: () => '<code v-pre>{{ a</code>' },
    core: { ruler: { push: () => {} } },
  };
  hideBraces(markdown);
  expect(markdown.renderer.render()).toBe('<code v-pre>&#123;&#123; a</code>');
});
