import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PROJECT, readDocuments } from './markdown.ts';
import { deadLinksOf } from './site-check.ts';
import { hideBraces } from './site-links.ts';
import { siteSidebar } from './site-sidebar.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'foyer-site-'));
afterAll(() => rm(folder, { recursive: true }));

async function writePage(file: string, html: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), html);
}

describe('the side bar of the site', () => {
  it('has each document of docs once', async () => {
    const links = siteSidebar(PROJECT)
      .flatMap(({ items }) => items)
      .map(({ link }) => link);
    const wanted = (await readDocuments())
      .filter(({ file }) => file.startsWith('docs/'))
      .map(({ file }) => `/${file.replace(/(README)?\.md$/, '')}`);
    expect(wanted.length).toBeGreaterThan(60);
    expect(links.filter((link) => link.startsWith('/docs/')).toSorted()).toEqual(wanted.toSorted());
  });
});

it('writes double braces so that Vue reads them as text', () => {
  const markdown = {
    renderer: { render: () => '<code v-pre>{{ a</code>' },
    core: { ruler: { push: () => {} } },
  };
  hideBraces(markdown);
  expect(markdown.renderer.render()).toBe('<code v-pre>&#123;&#123; a</code>');
});

describe('the check of a built site', () => {
  it('finds links, pictures and headings that are not there, and nothing else', async () => {
    await writePage(
      'index.html',
      '<a href="/docs/app.html#use">a</a> <a href="./docs/">b</a> <a href="https://example.com/">c</a>' +
        '<img src="/docs/a.png"> <a href="/docs/app#use">d</a>',
    );
    await writePage(
      'docs/app.html',
      '<h2 id="use">Use</h2> <a href="../index.html">e</a> <a href="#use">f</a>',
    );
    await writePage('docs/index.html', '<a href="./app.html?a=1&amp;b=2">g</a>');
    await writePage('docs/a.png', '');
    expect(await deadLinksOf(folder, '/')).toEqual([]);

    await writePage(
      'docs/dead.html',
      '<a href="./no.html">a</a> <a href="./app.html#no">b</a> <img src="no.png"> <a href="#no">c</a>',
    );
    expect(await deadLinksOf(folder, '/')).toEqual([
      'docs/dead.html: #no',
      'docs/dead.html: ./app.html#no',
      'docs/dead.html: ./no.html',
      'docs/dead.html: no.png',
    ]);
  });

  it('finds addresses outside the base path', async () => {
    await writePage('docs/dead.html', '<a href="/foyer/docs/app.html">a</a> <a href="/docs/app.html">b</a>');
    const dead = await deadLinksOf(folder, '/foyer/');
    expect(dead).toContain('docs/dead.html: /docs/app.html');
    expect(dead).not.toContain('docs/dead.html: /foyer/docs/app.html');
  });
});
