import type { TextFile } from '../language/texts.ts';

const palettePages = import.meta.glob<TextFile>('./*/pages/palette-pages.ts', { base: '../../locales' });

export const PALETTE_TEXTS = [palettePages];
