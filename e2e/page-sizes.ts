import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { firstLoad } from '../bench/parts/first-load.ts';
import { CLIENT, readManifest } from './client-manifest.ts';

/** Bytes before compression, by source file or package. */
type Parts = Readonly<Record<string, number>>;

/** A part of what a page loads. */
export interface Size {
  /** Each file compressed by gzip at level 9. */
  readonly bytes: number;
  readonly parts: Parts;
}

/** What the pages weighed when their budgets were set, by the name of the budget. */
export type Sizes = Readonly<Record<string, Size>>;

const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const weigh = (content: Buffer | string) => gzipSync(content, { level: 9 }).length;

/** The scripts and style sheets that a document names and imports. */
export async function filesOf(html: string): Promise<ReadonlySet<string>> {
  const { js, css } = firstLoad(await readManifest(), html);
  return new Set([...js, ...css]);
}

const readModules = async () =>
  JSON.parse(await readFile(new URL('.vite/modules.json', CLIENT), 'utf8')) as Readonly<
    Record<string, Parts>
  >;
let modulesOfFiles: ReturnType<typeof readModules> | undefined;

/** The files that were weighed. Most pages share them, and level 9 takes time. */
const weighed = new Map<string, { readonly bytes: number; readonly length: number }>();

async function weighFile(file: string): Promise<{ readonly bytes: number; readonly length: number }> {
  const known = weighed.get(file);
  if (known) return known;
  const content = await readFile(new URL(file, CLIENT));
  const weight = { bytes: weigh(content), length: content.length };
  weighed.set(file, weight);
  return weight;
}

/** Weighs these files, and HTML with the styles in it. */
export async function sizeOf(files: Iterable<string>, html = ''): Promise<Size> {
  const modules = await (modulesOfFiles ??= readModules());
  let bytes = html === '' ? 0 : weigh(html);
  const parts: Record<string, number> = html === '' ? {} : { '(HTML with its styles)': html.length };
  for (const file of files) {
    const weight = await weighFile(file);
    bytes += weight.bytes;
    const inside = modules[file] ?? { [file.replace(/-[\w-]{8}(\.\w+)$/, '$1')]: weight.length };
    for (const [source, size] of Object.entries(inside)) {
      const name = PACKAGE.exec(source)?.[1] ?? source;
      if (size > 0) parts[name] = (parts[name] ?? 0) + size;
    }
  }
  return { bytes, parts };
}

/** Says what grew since the sizes were recorded, the largest first. */
export function explainGrowth(name: string, limit: number, now: Size, recorded: Size | undefined): string {
  const before = recorded ?? { bytes: 0, parts: {} };
  const names = [...new Set([...Object.keys(now.parts), ...Object.keys(before.parts)])];
  const changes = names
    .map((part) => ({ part, by: (now.parts[part] ?? 0) - (before.parts[part] ?? 0) }))
    .filter(({ by }) => by !== 0)
    .toSorted((one, other) => other.by - one.by)
    .map(({ part, by }) => {
      if (by < 0) return `  ${part}: ${by}`;
      return before.parts[part] === undefined ? `  ${part} is new here: +${by}` : `  ${part}: +${by}`;
    });
  return [
    `${name}: ${now.bytes} bytes, the limit is ${limit} (${signed(now.bytes - before.bytes)} since the sizes were recorded).`,
    'What changed, in bytes before compression:',
    ...(changes.length > 0 ? changes : ['  nothing but how the code is divided into files']),
    'Make it smaller, or raise the limit in e2e/page-budgets.ts and run `npm run docs:sizes`.',
  ].join('\n');
}

const signed = (bytes: number) => (bytes < 0 ? String(bytes) : `+${bytes}`);
