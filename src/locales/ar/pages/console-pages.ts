import type { ConsolePagesTexts } from '../../texts.ts';
import { adminConsole, people, person } from './console.ts';
import { auditLog, overview, serviceKeys } from './console-records.ts';

/** What the pages for administrators say, in Arabic. */
export const consolePages: ConsolePagesTexts = {
  adminConsole,
  auditLog,
  overview,
  people,
  person,
  serviceKeys,
};
