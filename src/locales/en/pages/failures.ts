import type { ErrorWords } from '../../../shared/errors/entry.ts';
import { FIRST_ERRORS } from '../../../shared/errors/first-page.ts';

/** Of the catalogue's words those that may be needed before the others are there. */
export const firstErrors: Readonly<Record<keyof typeof FIRST_ERRORS, ErrorWords>> = FIRST_ERRORS;

/** What is said around the catalogue's words. */
export const failures = {
  waitSeconds: (seconds: number) => `You can try again in ${seconds} s.`,
  waitMinutes: (minutes: number) => `You can try again in ${minutes} min.`,
  waitIsOver: 'You can try again now.',
  /** Opens the code and the request id. */
  details: 'Details',
  code: (code: string) => `Code: ${code}`,
  request: (id: string) => `Request: ${id}`,
  /** For `UNAVAILABLE`, where nothing is repeated by itself. */
  inAMoment: 'Try again in a moment.',
  unknownTitle: 'Error',
  unknown: 'Something went wrong, and this page does not know what. Nothing in your account was changed.',
  notFoundTitle: 'Page not found',
  crashHint: 'Load the page again. If it fails again, quote the code.',
  loadAgain: 'Load the page again',
  goHome: 'Go to the start page',
};
