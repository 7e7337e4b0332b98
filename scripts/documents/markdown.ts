import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
/** Folders with Markdown documents. The empty name is the project's root without sub-folders. */
const FOLDERS = ['', '.github', 'docs', 'examples', 'package', 'create'] as const;

export interface Document {
  /** Relative to the project: `docs/settings.md`. */
  readonly file: string;
  readonly text: string;
}

export async function readDocument(file: string): Promise<Document> {
  return { file, text: await readFile(path.join(PROJECT, file), 'utf8') };
}

export const blocksOf = (guide: string, language: string) => blocksIn(`docs/guides/${guide}.md`, language);

/** `language` is a regular expression. */
export async function blocksIn(file: string, language: string): Promise<string[]> {
  const { text } = await readDocument(file);
  const blocks = text.matchAll(new RegExp(`^ *\`\`\`(?:${language})\\n([\\s\\S]*?)^ *\`\`\``, 'gm'));
  return [...blocks].map(([, block = '']) => block);
}

export async function readDocuments(): Promise<Document[]> {
  const listed = await Promise.all(
    FOLDERS.map(async (folder) => {
      const files = await readdir(path.join(PROJECT, folder), { recursive: folder !== '' });
      return files.map((file) => path.join(folder, file));
    }),
  );
  const files = listed
    .flat()
    .filter((file) => file.endsWith('.md') && !/(^|\/)(node_modules|dist)\//.test(file));
  return Promise.all(files.toSorted().map(readDocument));
}

/** Removes code blocks, in which `#` and `[` mean something else. */
function withoutCodeBlocks(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

export interface Link {
  readonly target: string;
  readonly line: number;
}

/** Links and pictures, also of HTML, to files and headings of this project. */
export function linksOf({ text }: Document): Link[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));
  const found = prose.matchAll(/\]\(<?([^)\s>]+)>?\)|\b(?:src|srcset|href)="([^"\s]+)"/g);
  return [...found]
    .map(({ 1: inMarkdown, 2: inHtml, index }) => ({
      target: inMarkdown ?? inHtml ?? '',
      line: prose.slice(0, index).split('\n').length,
    }))
    .filter(({ target }) => !/^[a-z]+:/i.test(target));
}

/** A heading's anchor on GitHub: lower case, no punctuation, dashes for spaces. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** A repeated heading gets a number. */
export function anchorsOf(text: string): Set<string> {
  const counts = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCodeBlocks(text).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const anchor = anchorOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const repetition = counts.get(anchor) ?? 0;
    counts.set(anchor, repetition + 1);
    anchors.add(repetition === 0 ? anchor : `${anchor}-${repetition}`);
  }
  return anchors;
}

/** The cells of each row in tables whose first heading cell is `firstHeading`. */
export function tableRows(text: string, firstHeading: string): string[][] {
  const tables = text.matchAll(/^(\|.*\|\n)\|[ :|-]+\|\n((?:\|.*\|\n?)*)/gm);
  return [...tables]
    .filter(([, heading = '']) => cellsOf(heading)[0] === firstHeading)
    .flatMap(([, , rows = '']) => rows.trim().split('\n').map(cellsOf));
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\|(.*)\|$/, '$1')
    .split('|')
    .map((cell) => cell.trim());
}

/** `others`: below the heading of each column but the first. */
export function tableOf(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  others: '---' | '---:' = '---',
): string {
  const lines = [headings, headings.map((_, index) => (index === 0 ? '---' : others)), ...rows];
  return lines.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

/** Replaces the text between the marks `<!-- name: … -->` and `<!-- name: end -->`. */
export function withPart(document: string, name: string, text: string): string {
  const place = new RegExp(`(<!-- ${name}:[^>]*-->)[\\s\\S]*?(<!-- ${name}: end -->)`);
  if (!place.test(document)) throw new Error(`The document has no place for the ${name}.`);
  return document.replace(place, (_all, start: string, end: string) => `${start}\n\n${text}\n\n${end}`);
}
