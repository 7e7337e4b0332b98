/** `typ` (RFC 8725, 3.11) and `token_use` of `session.token`. No token of an OAuth client has one of them. */
export const SESSION_TOKEN_TYPE = 'foyer-session+jwt';
export const SESSION_TOKEN_USE = 'session';
