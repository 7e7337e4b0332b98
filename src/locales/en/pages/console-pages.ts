import { adminConsole, people, person } from './console.ts';
import { auditLog, overview, serviceKeys } from './console-records.ts';

/** What the pages for administrators say, in English. */
export const consolePages = {
  adminConsole,
  auditLog,
  overview,
  people,
  person,
  serviceKeys,
};
