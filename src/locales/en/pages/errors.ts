import { NEXT_STEPS, type ErrorWords, type NextStep } from '../../../shared/errors/entry.ts';
import { ERRORS, type ErrorCode } from '../../../shared/errors/catalogue.ts';
import { ISSUES, type IssueKey } from '../../../shared/issues.ts';

/** The catalogue's own words, which the specification fixes. */
export const errors: Readonly<Record<ErrorCode, ErrorWords>> = ERRORS;

export const issues: Readonly<Record<IssueKey, string>> = ISSUES;

const stepOf = (step: NextStep) => NEXT_STEPS[step].label;

/** What the button that leads on says. */
export const nextSteps: Readonly<Record<NextStep, string>> = {
  'sign-in': stepOf('sign-in'),
  'another-account': stepOf('another-account'),
  'new-link': stepOf('new-link'),
  'go-home': stepOf('go-home'),
  retry: stepOf('retry'),
  'correct-input': stepOf('correct-input'),
  wait: stepOf('wait'),
  'add-method': stepOf('add-method'),
  'verify-it-is-you': stepOf('verify-it-is-you'),
};
