import type { TextFile } from './language/texts.ts';
import { withTexts } from './language/texts.ts';

// Parts that a page loads after itself, with their words. Here, and not in the pages, so that pages stay small.
const TEXTS = [import.meta.glob<TextFile>('./*/pages/later-pages.ts', { base: '../locales' })];

export const loadToastRegion = withTexts(
  async () => (await import('./ui/toasts/toast-region.tsx')).ToastRegion,
  TEXTS,
);

export const loadSecurityRow = withTexts(
  async () => (await import('./account/profile/security-row.tsx')).SecurityRow,
  TEXTS,
);

export const loadCropDialog = withTexts(
  async () => (await import('./account/picture/crop-dialog.tsx')).CropDialog,
  TEXTS,
);

export const loadOwnFieldRows = withTexts(
  async () => (await import('./account/profile/own-field-rows.tsx')).OwnFieldRows,
  TEXTS,
);
