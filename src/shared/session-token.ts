/** The header `typ` of a token of `session.token` (RFC 8725, 3.11), and its claim `token_use`. No token of an OAuth client has one of them. */
export const SESSION_TOKEN_TYPE = 'foyer-session+jwt';
export const SESSION_TOKEN_USE = 'session';
