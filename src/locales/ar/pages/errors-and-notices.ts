import type { ErrorTexts } from '../../texts.ts';
import { errors, issues, nextSteps } from './errors.ts';
import { goodbye } from './goodbye.ts';
import { needsScript } from './needs-script.ts';
import { sessionEnded } from './session-ended.ts';
import { signInErrors } from './sign-in-errors.ts';
import { signOut } from './sign-out.ts';
import { textCodes } from './text-codes.ts';

/** The words of all errors, and of the pages that say one thing, in Arabic. */
export const errorsAndNotices: ErrorTexts = {
  errors,
  goodbye,
  issues,
  needsScript,
  nextSteps,
  sessionEnded,
  signInErrors,
  signOut,
  textCodes,
};
