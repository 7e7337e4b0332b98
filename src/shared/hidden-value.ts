/** Replaces a value in the audit log that administrators may not read. Not a schema, so pages load no zod. */
export const HIDDEN_VALUE = '(hidden)';
