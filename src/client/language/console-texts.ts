import { APPLICATION_TEXTS } from './deferred-texts.ts';
import type { TextFile } from './texts.ts';

// For administrators. Apart from `deferred-texts.ts`, which signed-out pages load.
const consolePages = import.meta.glob<TextFile>('./*/pages/console-pages.ts', { base: '../../locales' });
const auditPages = import.meta.glob<TextFile>('./*/pages/audit-pages.ts', { base: '../../locales' });
const operationPages = import.meta.glob<TextFile>('./*/pages/operation-pages.ts', { base: '../../locales' });
const webhookPages = import.meta.glob<TextFile>('./*/pages/webhook-pages.ts', { base: '../../locales' });

export const CONSOLE_TEXTS = [...APPLICATION_TEXTS, consolePages];
export const AUDIT_TEXTS = [...CONSOLE_TEXTS, auditPages];
/** Of the checklist on the overview, the settings and the failed jobs. */
export const OPERATION_TEXTS = [...CONSOLE_TEXTS, operationPages];
export const WEBHOOK_TEXTS = [...CONSOLE_TEXTS, webhookPages];
