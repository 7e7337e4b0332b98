import type { BrandFileField } from '../../../shared/brand-fields.ts';
import type { BrandDraft, BrandFault, PresentBrand } from '../../../shared/schemas/brand.ts';
import { BRAND_FILE_MAX_BYTES } from '../../../shared/limits.ts';

export const SCHEMES = ['light', 'dark'] as const;

/** A draft that changes nothing. */
export function draftOf({ name }: PresentBrand): BrandDraft {
  return {
    name,
    accent: null,
    radius: null,
    files: { logo: null, 'logo-dark': null, font: null },
    words: [],
  };
}

type DraftWord = BrandDraft['words'][number];

export function withWord(draft: BrandDraft, changed: DraftWord): BrandDraft {
  const others = draft.words.filter(({ locale, word }) => locale !== changed.locale || word !== changed.word);
  return { ...draft, words: [...others, changed] };
}

export function textOf(
  { words }: BrandDraft,
  present: PresentBrand,
  { locale, word }: Omit<DraftWord, 'text'>,
): string {
  const isIt = (each: DraftWord) => each.locale === locale && each.word === word;
  return words.find(isIt)?.text ?? present.words.find(isIt)?.text ?? '';
}

/** The server finds a fault, or the page does while it reads files. */
export interface FieldFault extends Omit<BrandFault, 'kind'> {
  readonly kind: BrandFault['kind'] | 'count' | 'unreadable';
}

/** A file of each format. */
const FILES_MAX = 3;

/** Files that are too many or too large are not read. */
export async function readFiles(
  field: BrandFileField,
  files: readonly File[],
): Promise<NonNullable<BrandDraft['files'][BrandFileField]> | FieldFault> {
  if (files.length > FILES_MAX) return { field, kind: 'count', wrong: `${files.length} files were chosen` };
  const large = files.find(({ size }) => size > BRAND_FILE_MAX_BYTES);
  if (large) return { field, kind: 'size', wrong: `${large.name} has more than 200 kB` };
  const read = await Promise.all(
    files.map(async (file) => ({ name: file.name, content: await inBase64(file).catch(() => null) })),
  );
  const lost = read.find(({ content }) => content === null);
  if (lost) return { field, kind: 'unreadable', wrong: `${lost.name} cannot be read` };
  return read.map(({ name, content }) => ({ name, content: content ?? '' }));
}

function inBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `data:image/png;base64,` and the content.
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,?/, '')));
    reader.addEventListener('error', () => reject(new Error('the file cannot be read')));
    reader.readAsDataURL(file);
  });
}

/** In CSS pixels. */
export function pixelsOf(length: string): number {
  const number = Number.parseFloat(length);
  return length.endsWith('em') ? Math.round(number * 16) : Math.round(number);
}
