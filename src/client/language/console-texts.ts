import { APPLICATION_TEXTS } from './deferred-texts.ts';
import type { TextFile } from './texts.ts';

// For administrators. Apart from `deferred-texts.ts`, which signed-out pages load.
const consolePages = import.meta.glob<TextFile>('./*/pages/console-pages.ts', { base: '../../locales' });
const auditPages = import.meta.glob<TextFile>('./*/pages/audit-pages.ts', { base: '../../locales' });
const failedJobsPages = import.meta.glob<TextFile>('./*/pages/failed-jobs-pages.ts', {
  base: '../../locales',
});
const settingsPages = import.meta.glob<TextFile>('./*/pages/settings-pages.ts', { base: '../../locales' });
const webhookPages = import.meta.glob<TextFile>('./*/pages/webhook-pages.ts', { base: '../../locales' });

export const CONSOLE_TEXTS = [...APPLICATION_TEXTS, consolePages];
export const AUDIT_TEXTS = [...CONSOLE_TEXTS, auditPages];
export const FAILED_JOBS_TEXTS = [...CONSOLE_TEXTS, failedJobsPages];
/** Of the settings, and of the checklist on the overview. */
export const SETTINGS_TEXTS = [...CONSOLE_TEXTS, settingsPages];
export const WEBHOOK_TEXTS = [...CONSOLE_TEXTS, webhookPages];
