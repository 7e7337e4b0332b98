import type { ErrorWords } from '../../../shared/error-entry.ts';
import { ERRORS, type ErrorCode } from '../../../shared/errors.ts';
import { ISSUES, type IssueKey } from '../../../shared/issues.ts';

/** The catalogue's own words, which the specification fixes. */
export const errors: Readonly<Record<ErrorCode, ErrorWords>> = ERRORS;

export const issues: Readonly<Record<IssueKey, string>> = ISSUES;
