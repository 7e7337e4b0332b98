import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Links and pictures of a built site without a target: `docs/app.html: ./nothing`. */
export async function deadLinksOf(folder: string, base: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.html'));
  const pages = new Map(
    await Promise.all(
      files.map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const),
    ),
  );
  const anchors = new Map([...pages].map(([file, html]) => [file, idsOf(html)]));
  const dead = [...pages].flatMap(([file, html]) =>
    addressesOf(html)
      .filter((address) => !isThere(address, file, { folder, base, anchors }))
      .map((address) => `${file}: ${address}`),
  );
  return dead.toSorted();
}

interface Site {
  readonly folder: string;
  readonly base: string;
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

function isThere(address: string, from: string, { folder, base, anchors }: Site): boolean {
  const url = new URL(address, `http://site.test${base}${from}`);
  if (url.host !== 'site.test') return true;
  if (!url.pathname.startsWith(base)) return false;
  const name = decodeURIComponent(url.pathname.slice(base.length));
  const file = [name, `${name}.html`, path.join(name, 'index.html')].find(
    (each) => anchors.has(each) || (path.extname(each) !== '' && existsSync(path.join(folder, each))),
  );
  if (file === undefined) return false;
  const ids = anchors.get(file);
  return url.hash === '' || ids === undefined || ids.has(decodeURIComponent(url.hash.slice(1)));
}

function addressesOf(html: string): string[] {
  const found = html.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g);
  return [...new Set([...found].map(([, address = '']) => address.replaceAll('&amp;', '&')))];
}

function idsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id));
}
