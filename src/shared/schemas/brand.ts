import { z } from 'zod';
import { BRAND_FILES, BRAND_WORDS } from '../brand-fields.ts';
import { BRAND_FILE_MAX_BYTES } from '../limits.ts';
import { LOCALES } from '../locale.ts';

const COLOUR_MAX_LENGTH = 30;
const scheme = z.enum(['light', 'dark']);

const word = z.strictObject({
  locale: z.enum(LOCALES).describe('The language.'),
  word: z.enum(BRAND_WORDS).describe('The folder and the key of the word.'),
  text: z.string().max(3000).describe('What people read, with placeholders.'),
});

const accent = z.strictObject({
  light: z.string().max(COLOUR_MAX_LENGTH).describe('A colour like `#1f6a57`.'),
  dark: z
    .string()
    .max(COLOUR_MAX_LENGTH)
    .describe('The colour of the dark scheme. Empty: it is made from the light one.'),
});

const draftFile = z.strictObject({
  name: z.string().max(255).describe('Its ending says the format.'),
  // One byte more than a file may have, so that the check of the folder can refuse it.
  content: z
    .base64()
    .max(4 * Math.ceil((BRAND_FILE_MAX_BYTES + 1) / 3))
    .describe('In base64.'),
});

const draftFiles = (description: string) =>
  z.array(draftFile).max(3).nullable().describe(`${description} \`null\`: those of the present brand.`);

export const brandDraft = z.strictObject({
  name: z.string().max(200).describe('`APP_NAME`. Empty: the host.'),
  accent: accent.nullable().describe('`null`: the colours of the present brand.'),
  radius: z.string().max(30).nullable().describe('A length like `10px`; `null`: that of the present brand.'),
  files: z
    .strictObject({
      logo: draftFiles('The logo: an SVG or WebP for pages, and a PNG, which mails need.'),
      'logo-dark': draftFiles('The logo for dark screens, in the same formats.'),
      font: draftFiles('The font: one WOFF2.'),
    })
    .describe('What replaces files of the present brand; an empty list removes them.'),
  words: z
    .array(word)
    .max(LOCALES.length * BRAND_WORDS.length)
    .describe('Words that differ from the present brand. Foyer’s own word, or none, removes an override.'),
});
export type BrandDraft = z.infer<typeof brandDraft>;

export const presentBrandOutput = z.strictObject({
  name: z.string().describe('`APP_NAME`; empty when it is not set.'),
  accent: accent.describe('The colours of buttons and links.'),
  radius: z.string().describe('A length like `10px`.'),
  files: z
    .strictObject({
      logo: z.array(z.string()).describe('The logo.'),
      'logo-dark': z.array(z.string()).describe('The logo for dark screens.'),
      font: z.array(z.string()).describe('The font.'),
    })
    .describe('The names of its files.'),
  words: z.array(word).describe('The words that the studio changes, in every language.'),
});
export type PresentBrand = z.infer<typeof presentBrandOutput>;

const brandFault = z.strictObject({
  field: z
    .enum(['name', 'accent', 'accent-dark', 'radius', ...BRAND_FILES, 'words'])
    .describe('The field of the draft.'),
  locale: z.enum(LOCALES).optional().describe('The language of a word.'),
  word: z.string().optional().describe('The folder and the key of a word.'),
  kind: z
    .enum(['name', 'colour', 'contrast', 'length', 'size', 'unknown', 'format', 'svg', 'words'])
    .describe('What is wrong.'),
  wrong: z.string().describe('What is wrong exactly, in English, as the start of Foyer says it.'),
});
export type BrandFault = z.infer<typeof brandFault>;

const tokens = z.record(z.string(), z.string());

export const checkBrandOutput = z.strictObject({
  faults: z.array(brandFault).describe('Why Foyer would not start with this brand.'),
  tokens: z
    .strictObject({ light: tokens.describe('The light scheme.'), dark: tokens.describe('The dark scheme.') })
    .describe('The values of the design tokens.'),
  contrasts: z
    .array(
      z.strictObject({
        scheme: scheme.describe('The scheme.'),
        front: z.string().describe('The token of the text or mark.'),
        back: z.string().describe('The token behind it.'),
        contrast: z.number().describe('The contrast ratio of WCAG 2.2, from 1 to 21, rounded down.'),
        least: z.number().describe('The required ratio.'),
        isEnough: z.boolean().describe('Whether people can tell them apart.'),
      }),
    )
    .describe('Every pair of colours that must have a contrast.'),
  environment: z.array(z.string()).describe('The lines of `.env` that the folder cannot hold.'),
});
export type CheckedBrand = z.infer<typeof checkBrandOutput>;

export const brandFolderOutput = z.strictObject({
  files: z
    .array(
      z.strictObject({
        path: z.string().describe('Inside `BRAND_DIR`.'),
        content: z.string().describe('In base64.'),
      }),
    )
    .describe('The files of the folder.'),
  environment: z.array(z.string()).describe('The lines of `.env` that the folder cannot hold.'),
});
