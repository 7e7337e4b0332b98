/** Stands in the audit log for the value of an own field that administrators may not read. It is no part of the schemas, so that pages load no zod. */
export const HIDDEN_VALUE = '(hidden)';
