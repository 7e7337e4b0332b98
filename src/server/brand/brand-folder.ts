import { atBase, type BasePath } from '../../shared/base-path.ts';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { BRAND_FILE_MAX_BYTES } from '../../shared/limits.ts';
import { isLocale, LOCALES, type Locale } from '../../shared/locale.ts';
import type { WordOverrides } from '../../shared/word-overrides.ts';
import type { FolderFiles, FolderSource } from './folder-source.ts';
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
  /** All files as they were read, for the brand studio. */
  readonly sources: FolderFiles;
}

export const EMPTY_FOLDER: BrandFolder = {
  tokens: { light: {}, dark: {} },
  files: {},
  words: {},
  mails: {},
  sources: {},
};

export interface FolderFault {
  /** Its path in the folder; empty for the folder itself. */
  readonly file: string;
  readonly kind: keyof typeof FOLDER_REMEDIES;
  /** The end of a sentence that begins with the file. */
  readonly wrong: string;
  /** The key of the word that is wrong. */
  readonly word?: string;
}

type ReportFault = (fault: FolderFault) => void;

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

export const TOKENS_FILE = 'tokens.css';
const WORD_LISTS: Readonly<Record<'words' | 'mails', WordList>> = {
  words: { words: PAGE_WORDS, site: ['host', 'app'] },
  mails: { words: MAIL_WORDS, site: ['host', 'name'] },
};
const ENTRIES: readonly string[] = [...FILE_NAMES, TOKENS_FILE, ...Object.keys(WORD_LISTS)];
export const FOLDER_REMEDIES = {
  folder: 'Set BRAND_DIR to a folder that this process can read, or remove it.',
  unknown: `A brand has ${ENTRIES.slice(0, -2).join(', ')}, words/<language>.json and mails/<language>.json.`,
  size: 'Make it smaller than 200 kB.',
  read: 'Let this process read it.',
  format: 'Export the file again in the format of its name.',
  svg: 'Export it as a plain SVG with shapes only: no script, style sheet, image, link or font.',
  tokens: 'docs/brand.md lists the tokens and what they may be.',
  words: 'docs/brand.md explains words and placeholders.',
  language: `Name it ${LOCALES.map((each) => `${each}.json`).join(' or ')}.`,
} as const;

/** Reads and checks a `BRAND_DIR`, or a draft of one. Faults are reported and their parts left out. */
export function readBrandFolder(source: FolderSource, site: BasePath, report: ReportFault): BrandFolder {
  const names = source.list('');
  if (names === null) {
    report({ file: '', kind: 'folder', wrong: 'is no folder, or cannot be read' });
    return EMPTY_FOLDER;
  }
  for (const file of names.filter((each) => !ENTRIES.includes(each)))
    report({ file, kind: 'unknown', wrong: 'is no file of a brand' });
  const sources: Record<string, Buffer> = {};
  const reading: Reading = {
    source,
    report,
    read(file) {
      const content = readFile(source, file, report);
      if (content !== null) sources[file] = content;
      return content;
    },
  };
  const files = FILE_NAMES.filter((name) => names.includes(name)).flatMap((name) => {
    const file = readServedFile(reading, site, name);
    return file ? [[name, file] as const] : [];
  });
  return {
    files: Object.fromEntries(files),
    tokens: names.includes(TOKENS_FILE) ? readTokens(reading) : EMPTY_FOLDER.tokens,
    words: names.includes('words') ? readWordFiles(reading, 'words') : {},
    mails: names.includes('mails') ? readWordFiles(reading, 'mails') : {},
    sources,
  };
}

interface Reading {
  readonly source: FolderSource;
  readonly report: ReportFault;
  /** `null` for a file with a fault. */
  readonly read: (file: string) => Buffer | null;
}

function readFile(source: FolderSource, file: string, report: ReportFault): Buffer | null {
  try {
    if (source.sizeOf(file) > BRAND_FILE_MAX_BYTES) {
      report({ file, kind: 'size', wrong: 'has more than 200 kB' });
      return null;
    }
    return source.read(file);
  } catch {
    report({ file, kind: 'read', wrong: 'cannot be read' });
    return null;
  }
}

function readServedFile({ read, report }: Reading, site: BasePath, name: BrandFileName): BrandFile | null {
  const content = read(name);
  if (content === null) return null;
  const { name: stem, ext } = path.parse(name);
  const { contentType, isRight } = FORMATS[ext.slice(1) as keyof typeof FORMATS];
  if (!isRight(content)) {
    report({ file: name, kind: 'format', wrong: `is no ${ext.slice(1).toUpperCase()}` });
    return null;
  }
  const fault = ext === '.svg' ? svgFault(content.toString('utf8')) : null;
  if (fault !== null) {
    report({ file: name, kind: 'svg', wrong: fault });
    return null;
  }
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { content, contentType, path: atBase(site, `/brand/${stem}.${hash}${ext}`) };
}

function readTokens({ read, report }: Reading): TokenOverrides {
  const content = read(TOKENS_FILE);
  if (content === null) return EMPTY_FOLDER.tokens;
  const reportTokens = (wrong: string) => report({ file: TOKENS_FILE, kind: 'tokens', wrong });
  try {
    const sheet = readTokenSheet(content.toString('utf8'));
    const takeKnown = (scheme: Scheme) => {
      const tokens: Partial<Record<TokenName, string>> = {};
      for (const [property, value] of sheet[scheme]) {
        const checked = checkToken(property, value);
        if ('fault' in checked) reportTokens(checked.fault);
        else tokens[checked.name] = checked.value;
      }
      return tokens;
    };
    return { light: takeKnown('light'), dark: takeKnown('dark') };
  } catch (error) {
    if (!(error instanceof TokenSheetError)) throw error;
    reportTokens(error.message);
    return EMPTY_FOLDER.tokens;
  }
}

function readWordFiles(
  { source, read, report }: Reading,
  kind: 'words' | 'mails',
): Partial<Record<Locale, WordOverrides>> {
  const names = source.list(kind);
  if (names === null) {
    report({ file: kind, kind: 'unknown', wrong: 'is no folder, or cannot be read' });
    return {};
  }
  const overrides: Partial<Record<Locale, WordOverrides>> = {};
  for (const name of names) {
    const file = `${kind}/${name}`;
    const { name: locale, ext } = path.parse(name);
    if (!isLocale(locale) || ext !== '.json') {
      report({ file, kind: 'language', wrong: 'is no language of Foyer' });
      continue;
    }
    const content = read(file);
    if (content === null) continue;
    const checked = checkWords(content.toString('utf8'), locale, WORD_LISTS[kind]);
    for (const { wrong, word } of checked.faults) report({ file, kind: 'words', wrong, word });
    overrides[locale] = checked.overrides;
  }
  return overrides;
}
