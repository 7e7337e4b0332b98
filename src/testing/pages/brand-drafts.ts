import type { BrandDraft } from '../../shared/schemas/brand.ts';

/** A draft that changes nothing. */
export const NO_CHANGES: BrandDraft = {
  name: '',
  accent: null,
  radius: null,
  files: { logo: null, 'logo-dark': null, font: null },
  words: [],
};

export const inBase64 = (content: string | Buffer) => Buffer.from(content).toString('base64');
