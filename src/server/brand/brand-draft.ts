import path from 'node:path';
import { LOCALES, type Locale } from '../../shared/locale.ts';
import { BRAND_FILES, BRAND_WORDS, type BrandFileField } from '../../shared/brand-fields.ts';
import type { BrandDraft, BrandFault, CheckedBrand, PresentBrand } from '../../shared/schemas/brand.ts';
import type { BrandSettings } from '../settings/brand.ts';
import type { Settings } from '../settings/settings.ts';
import * as values from '../settings/values.ts';
import { accentOverrides, accentTokens } from './accent.ts';
import { readBrandFolder, TOKENS_FILE, type FolderFault } from './brand-folder.ts';
import { COLOUR } from './colour.ts';
import { contrastFaults, contrastVerdicts, describeContrast, isTooLow } from './contrast.ts';
import { draftFolder, type FolderFiles } from './folder-source.ts';
import { isSameSheet, writeTokenSheet } from './token-sheet.ts';
import { checkToken } from './token-values.ts';
import { brandTokens, joinTokens, SCHEMES, type TokenOverrides } from './tokens.ts';
import { STUDIO_WORDS } from './word-list.ts';

type SiteBrand = Pick<Settings, 'basePath' | 'brand'>;

interface ReadDraft {
  /** Without the parts that have a fault. */
  readonly brand: BrandSettings;
  readonly files: FolderFiles;
  readonly faults: readonly BrandFault[];
}

/** What the brand studio begins with. */
export function presentBrand({ brand }: SiteBrand): PresentBrand {
  const light = brandTokens(brand, 'light');
  const dark = brand.tokens.dark.accent ?? '';
  const derived = accentTokens(
    { light: light.accent, dark: null },
    'dark',
    brandTokens(brand, 'dark'),
  ).accent;
  const namesOf = (field: BrandFileField) =>
    Object.keys(brand.files).filter((name) => path.parse(name).name === field);
  return {
    name: brand.name ?? '',
    accent: { light: light.accent, dark: dark === derived ? '' : dark },
    radius: light.radius,
    files: { logo: namesOf('logo'), 'logo-dark': namesOf('logo-dark'), font: namesOf('font') },
    words: LOCALES.flatMap((locale) =>
      BRAND_WORDS.map((word) => ({ locale, word, text: wordOf(brand.sources, locale, word) })),
    ),
  };
}

/** Makes the files of a draft, and reads them as the start of Foyer reads `BRAND_DIR`. */
export function readDraft({ basePath, brand: present }: SiteBrand, draft: BrandDraft): ReadDraft {
  const faults: BrandFault[] = [];
  const name = values.appName.safeParse(draft.name.trim());
  if (!name.success) faults.push({ field: 'name', kind: 'name', wrong: messageOf(name.error) });
  const tokens = tokensOf(present.tokens, draft, faults);
  const files = filesOf(present.sources, draft, tokens);
  const folder = readBrandFolder(draftFolder(files), { basePath }, (fault) => faults.push(toFault(fault)));
  for (const scheme of SCHEMES) {
    for (const verdict of contrastFaults(brandTokens(folder, scheme), scheme)) {
      const field = scheme === 'dark' && draft.accent?.dark ? 'accent-dark' : 'accent';
      faults.push({ field, kind: 'contrast', wrong: describeContrast(verdict) });
    }
  }
  return { brand: { ...present, ...folder, name: (name.success && name.data) || null }, files, faults };
}

export function checkBrand(site: SiteBrand, draft: BrandDraft): CheckedBrand {
  const { brand, faults } = readDraft(site, draft);
  return {
    faults: [...faults],
    tokens: { light: { ...brandTokens(brand, 'light') }, dark: { ...brandTokens(brand, 'dark') } },
    contrasts: SCHEMES.flatMap((scheme) => contrastVerdicts(brandTokens(brand, scheme), scheme)).map(
      (verdict) => ({
        ...verdict,
        contrast: Math.floor(verdict.contrast * 100) / 100,
        isEnough: !isTooLow(verdict),
      }),
    ),
    environment: environmentOf(brand),
  };
}

export function brandFolder(site: SiteBrand, draft: BrandDraft) {
  const { brand, files } = readDraft(site, draft);
  return {
    files: Object.entries(files).map(([file, content]) => ({
      path: file,
      content: content.toString('base64'),
    })),
    environment: environmentOf(brand),
  };
}

/** A name is between quotes that it does not contain. In double quotes alone, `\n` and `\r` are line breaks. */
function environmentOf({ name }: BrandSettings): string[] {
  if (name === null) return ['BRAND_DIR=brand'];
  const quote = ["'", '`', '"'].find((each) => !name.includes(each)) ?? '';
  return [`APP_NAME=${quote}${name}${quote}`, 'BRAND_DIR=brand'];
}

function tokensOf(present: TokenOverrides, { accent, radius }: BrandDraft, faults: BrandFault[]) {
  let tokens = present;
  if (accent !== null) {
    const light = readColour(accent.light, 'accent', faults);
    const dark = accent.dark === '' ? null : readColour(accent.dark, 'accent-dark', faults);
    if (light !== undefined && dark !== undefined)
      tokens = joinTokens(tokens, accentOverrides(tokens, { light, dark }));
  }
  if (radius !== null) {
    const checked = checkToken('--foyer-radius', radius);
    if ('fault' in checked) faults.push({ field: 'radius', kind: 'length', wrong: checked.fault });
    else {
      const { value } = checked;
      // A radius of the dark scheme would hide the chosen one there.
      const dark = tokens.dark.radius === undefined ? {} : { radius: value };
      tokens = joinTokens(tokens, { light: { radius: value }, dark });
    }
  }
  return tokens;
}

/** `undefined` for a fault. */
function readColour(text: string, field: BrandFault['field'], faults: BrandFault[]): string | undefined {
  const colour = text.trim().toLowerCase();
  if (COLOUR.test(colour)) return colour;
  faults.push({ field, kind: 'colour', wrong: 'is no colour like #1f6a57' });
  return undefined;
}

function filesOf(present: FolderFiles, draft: BrandDraft, tokens: TokenOverrides): FolderFiles {
  const files = new Map(Object.entries(present));
  for (const field of BRAND_FILES) {
    const chosen = draft.files[field];
    if (chosen === null) continue;
    for (const name of files.keys()) if (path.parse(name).name === field) files.delete(name);
    for (const { name, content } of chosen)
      files.set(`${field}${path.extname(name).toLowerCase()}`, Buffer.from(content, 'base64'));
  }
  const sheet = writeTokenSheet(tokens);
  const former = files.get(TOKENS_FILE)?.toString('utf8') ?? '';
  // A file that says the same may have comments.
  if (!isSameSheet(sheet, former)) files.set(TOKENS_FILE, Buffer.from(sheet));
  for (const { locale, word, text } of draft.words) {
    const [kind = '', key = ''] = word.split('/');
    const file = `${kind}/${locale}.json`;
    const isOwn = text === '' || text === STUDIO_WORDS[locale]?.[word];
    const words = setWord(wordsIn(files.get(file)), key.split('.'), isOwn ? undefined : text);
    if (Object.keys(words).length === 0) files.delete(file);
    else files.set(file, Buffer.from(`${JSON.stringify(words, null, 2)}\n`));
  }
  return Object.fromEntries(files);
}

type Words = Readonly<Record<string, unknown>>;

function wordsIn(file: Buffer | undefined): Words {
  return file ? (JSON.parse(file.toString('utf8')) as Words) : {};
}

function wordOf(sources: FolderFiles, locale: Locale, word: string): string {
  const [kind = '', key = ''] = word.split('/');
  let value: unknown = wordsIn(sources[`${kind}/${locale}.json`]);
  for (const part of key.split('.')) value = (value as Words | undefined)?.[part];
  return typeof value === 'string' ? value : (STUDIO_WORDS[locale]?.[word] ?? '');
}

/** `undefined` takes the word away, and the objects that it leaves empty. */
function setWord(words: Words, [first = '', ...rest]: readonly string[], text: string | undefined): Words {
  const { [first]: old, ...others } = words;
  const value = rest.length === 0 ? text : setWord((old ?? {}) as Words, rest, text);
  const isEmpty = value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? others : { ...words, [first]: value };
}

/** The present brand has no fault, so it is in what the draft changes. */
function toFault({ file, kind, wrong, word }: FolderFault): BrandFault {
  const { dir, name } = path.parse(file);
  const field = BRAND_FILES.find((each) => each === name) ?? 'words';
  const locale = LOCALES.find((each) => each === name);
  return {
    field,
    kind: kind === 'size' || kind === 'unknown' || kind === 'format' || kind === 'svg' ? kind : 'words',
    wrong,
    ...(field === 'words' && word !== undefined && { word: `${dir}/${word}` }),
    ...(field === 'words' && locale && { locale }),
  };
}

function messageOf({ issues }: { readonly issues: readonly { readonly message: string }[] }): string {
  return issues[0]?.message ?? '';
}
