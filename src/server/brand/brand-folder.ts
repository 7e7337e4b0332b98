import { atBase, type BasePath } from '../../shared/base-path.ts';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { isLocale, LOCALES, type Locale } from '../../shared/locale.ts';
import type { WordOverrides } from '../../shared/word-overrides.ts';
import { svgFault } from './svg.ts';
import { readTokenSheet, TokenSheetError } from './token-sheet.ts';
import { checkToken } from './token-values.ts';
import type { Scheme, TokenName, TokenOverrides } from './tokens.ts';
import { MAIL_WORDS, PAGE_WORDS } from './word-list.ts';
import { checkWords, type WordList } from './words-file.ts';

export interface BrandFile {
  readonly content: Buffer;
  readonly contentType: string;
  /** The path of its address, which changes with the content. */
  readonly path: string;
}

export interface BrandFolder {
  readonly tokens: TokenOverrides;
  /** By their names in the folder. */
  readonly files: Readonly<Partial<Record<BrandFileName, BrandFile>>>;
  readonly words: Readonly<Partial<Record<Locale, WordOverrides>>>;
  readonly mails: Readonly<Partial<Record<Locale, WordOverrides>>>;
}

export const EMPTY_FOLDER: BrandFolder = { tokens: { light: {}, dark: {} }, files: {}, words: {}, mails: {} };

type ReportFile = (file: string, wrong: string, remedy: string) => void;

/** The first bytes of each format show whether a file is what its name says. */
const FORMATS = {
  svg: { contentType: 'image/svg+xml', isRight: (content: Buffer) => content.includes('<svg') },
  png: { contentType: 'image/png', isRight: startsWith('89504e470d0a1a0a') },
  webp: {
    contentType: 'image/webp',
    isRight: (content: Buffer) => content.subarray(8, 12).equals(Buffer.from('WEBP')),
  },
  ico: { contentType: 'image/x-icon', isRight: startsWith('00000100') },
  woff2: { contentType: 'font/woff2', isRight: startsWith('774f4632') },
} as const;

function startsWith(hex: string): (content: Buffer) => boolean {
  const start = Buffer.from(hex, 'hex');
  return (content) => content.subarray(0, start.length).equals(start);
}

const FILE_NAMES = [
  'logo.svg',
  'logo.png',
  'logo.webp',
  'logo-dark.svg',
  'logo-dark.png',
  'logo-dark.webp',
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'font.woff2',
] as const;
type BrandFileName = (typeof FILE_NAMES)[number];

const TOKENS_FILE = 'tokens.css';
const WORD_LISTS: Readonly<Record<'words' | 'mails', WordList>> = {
  words: { words: PAGE_WORDS, site: ['host', 'app'] },
  mails: { words: MAIL_WORDS, site: ['host', 'name'] },
};
const ENTRIES: readonly string[] = [...FILE_NAMES, TOKENS_FILE, ...Object.keys(WORD_LISTS)];
/** The first page waits for the logo. */
const MAX_BYTES = 200_000;

const REMEDY = {
  folder: 'Set BRAND_DIR to a folder that this process can read, or remove it.',
  unknown: `A brand has ${ENTRIES.slice(0, -2).join(', ')}, words/<language>.json and mails/<language>.json.`,
  size: 'Make it smaller than 200 kB.',
  read: 'Let this process read it.',
  format: 'Export the file again in the format of its name.',
  svg: 'Export it as a plain SVG with shapes only: no script, style sheet, image, link or font.',
  tokens: 'docs/brand.md lists the tokens and what they may be.',
  words: 'docs/brand.md explains words and placeholders.',
} as const;

/** Reads and checks a `BRAND_DIR`. Faults are reported and their parts left out. */
export function readBrandFolder(folder: string, site: BasePath, report: ReportFile): BrandFolder {
  const entries = listFolder(folder);
  if (entries === null) {
    report('', 'is no folder, or cannot be read', REMEDY.folder);
    return EMPTY_FOLDER;
  }
  const names = entries.map(({ name }) => name);
  for (const name of names.filter((each) => !ENTRIES.includes(each)))
    report(name, 'is no file of a brand', REMEDY.unknown);
  const files = FILE_NAMES.filter((name) => names.includes(name)).flatMap((name) => {
    const file = readServedFile(folder, site, name, report);
    return file ? [[name, file] as const] : [];
  });
  return {
    files: Object.fromEntries(files),
    tokens: names.includes(TOKENS_FILE) ? readTokens(folder, report) : EMPTY_FOLDER.tokens,
    words: names.includes('words') ? readWordFiles(folder, 'words', report) : {},
    mails: names.includes('mails') ? readWordFiles(folder, 'mails', report) : {},
  };
}

/** Leaves out names that begin with a dot: systems make `.DS_Store`, and `..data` of a mounted ConfigMap. */
function listFolder(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
  } catch {
    return null;
  }
}

function readFile(folder: string, file: string, report: ReportFile): Buffer | null {
  const place = path.join(folder, file);
  try {
    if (statSync(place).size > MAX_BYTES) {
      report(file, 'has more than 200 kB', REMEDY.size);
      return null;
    }
    return readFileSync(place);
  } catch {
    report(file, 'cannot be read', REMEDY.read);
    return null;
  }
}

function readServedFile(
  folder: string,
  site: BasePath,
  name: BrandFileName,
  report: ReportFile,
): BrandFile | null {
  const content = readFile(folder, name, report);
  if (content === null) return null;
  const { name: stem, ext } = path.parse(name);
  const { contentType, isRight } = FORMATS[ext.slice(1) as keyof typeof FORMATS];
  if (!isRight(content)) {
    report(name, `is no ${ext.slice(1).toUpperCase()}`, REMEDY.format);
    return null;
  }
  const fault = ext === '.svg' ? svgFault(content.toString('utf8')) : null;
  if (fault !== null) {
    report(name, fault, REMEDY.svg);
    return null;
  }
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { content, contentType, path: atBase(site, `/brand/${stem}.${hash}${ext}`) };
}

function readTokens(folder: string, report: ReportFile): TokenOverrides {
  const content = readFile(folder, TOKENS_FILE, report);
  if (content === null) return EMPTY_FOLDER.tokens;
  try {
    const sheet = readTokenSheet(content.toString('utf8'));
    const takeKnown = (scheme: Scheme) => {
      const tokens: Partial<Record<TokenName, string>> = {};
      for (const [property, value] of sheet[scheme]) {
        const checked = checkToken(property, value);
        if ('fault' in checked) report(TOKENS_FILE, checked.fault, REMEDY.tokens);
        else tokens[checked.name] = checked.value;
      }
      return tokens;
    };
    return { light: takeKnown('light'), dark: takeKnown('dark') };
  } catch (error) {
    if (!(error instanceof TokenSheetError)) throw error;
    report(TOKENS_FILE, error.message, REMEDY.tokens);
    return EMPTY_FOLDER.tokens;
  }
}

function readWordFiles(
  folder: string,
  kind: 'words' | 'mails',
  report: ReportFile,
): Partial<Record<Locale, WordOverrides>> {
  const entries = listFolder(path.join(folder, kind));
  if (entries === null) {
    report(kind, 'is no folder, or cannot be read', REMEDY.unknown);
    return {};
  }
  const overrides: Partial<Record<Locale, WordOverrides>> = {};
  for (const { name } of entries) {
    const file = `${kind}/${name}`;
    const { name: locale, ext } = path.parse(name);
    if (!isLocale(locale) || ext !== '.json') {
      report(
        file,
        'is no language of Foyer',
        `Name it ${LOCALES.map((each) => `${each}.json`).join(' or ')}.`,
      );
      continue;
    }
    const content = readFile(folder, file, report);
    if (content === null) continue;
    const checked = checkWords(content.toString('utf8'), locale, WORD_LISTS[kind]);
    for (const fault of checked.faults) report(file, fault, REMEDY.words);
    overrides[locale] = checked.overrides;
  }
  return overrides;
}
