/** In the audit log, for a value that administrators may not read. No schema, so that pages load no zod. */
export const HIDDEN_VALUE = '(hidden)';
