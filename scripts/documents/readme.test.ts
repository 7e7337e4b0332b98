import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DOCS_IMAGES } from '../docs-image-names.ts';
import { appRouter } from '../../src/server/trpc/router.ts';
import { linksOf, PROJECT, readDocument, readDocuments, tableRows } from './markdown.ts';

const readme = await readDocument('README.md');
const linked = new Set(linksOf(readme).map(({ target }) => target));

describe('README.md', () => {
  it('has between six and eight kilobytes', () => {
    const bytes = Buffer.byteLength(readme.text);
    expect(bytes).toBeGreaterThanOrEqual(6000);
    expect(bytes).toBeLessThanOrEqual(8000);
  });

  it('leads to each document of docs', async () => {
    const documents = (await readDocuments())
      .map(({ file }) => file)
      .filter((file) => /^docs\/[^/]+\.md$/.test(file));
    expect(documents).toContain('docs/settings.md');
    expect(documents.filter((file) => !linked.has(file))).toEqual([]);
  });

  it('names the version of package.json', async () => {
    const { version } = JSON.parse(await readFile(path.join(PROJECT, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(readme.text).toContain(`version ${version.replace(/\.0$/, '')}.`);
  });

  it('has each picture in light and dark, of one size and below 60 kB', async () => {
    const pictures = [...readme.text.matchAll(/<picture>[\s\S]*?<\/picture>/g)].map(([html]) => html);
    expect(pictures).toHaveLength(DOCS_IMAGES.length);
    for (const html of pictures) {
      const dark = /<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">/.exec(html)?.[1] ?? '';
      const light = /<img src="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(html).toMatch(/alt="[^"]{20,}"/);
      const sizes = [];
      // As buffers: in a process that has encoded a picture, sharp's readers of files are switched off (`picture-encoding.ts`).
      const files = await Promise.all([light, dark].map((name) => readFile(path.join(PROJECT, name))));
      for (const file of files) {
        const { format, width, height } = await sharp(file).metadata();
        expect(format).toBe('png');
        expect(file.byteLength).toBeLessThan(60_000);
        sizes.push({ width, height });
      }
      expect(sizes[0]).toEqual(sizes[1]);
      const [day, night] = await Promise.all(files.map(brightnessOf));
      expect(day).toBeGreaterThan(180);
      expect(night).toBeLessThan(80);
    }
  });
});

/** 0 is black and 255 is white. */
async function brightnessOf(file: Buffer): Promise<number> {
  const { channels } = await sharp(file).flatten().greyscale().stats();
  return channels[0]?.mean ?? NaN;
}

/** The routers that bring a feature. The comparison says "no" for Foyer as long as there is none of them. */
const ROUTERS_OF_FEATURES: Readonly<Record<string, readonly string[]>> = {
  passkeys: ['passkeys'],
  'second factors': ['secondFactor'],
  'roles, permissions': ['users'],
  administration: ['users', 'audit'],
  organisations: ['organisations'],
  webhooks: ['webhooks'],
};

describe('the comparison with others', () => {
  const rows = new Map(tableRows(readme.text, '').map(([feature = '', ...cells]) => [feature, cells]));

  it('has a cell for each of the five', () => {
    expect(rows.size).toBeGreaterThan(10);
    expect(new Set([...rows.values()].map((cells) => cells.length))).toEqual(new Set([5]));
  });

  it.each(Object.entries(ROUTERS_OF_FEATURES))('says of %s what the router says', (feature, routers) => {
    const isThere = Object.keys(appRouter._def.record).some((name) => routers.includes(name));
    expect(rows.get(feature)?.[0]).toBe(isThere ? 'yes' : '**no**');
  });

  it('says how old it is', () => {
    expect(readme.text).toMatch(/as their own documents say in \w+ 20\d\d/);
  });
});
