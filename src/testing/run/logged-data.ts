/** What no line of the log may contain. `issued-secrets.ts` searches for really issued codes and tokens. */
const FORBIDDEN: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an email address', /[^\s@"'`<>(),:;/](?:@|%40)[^\s@"'`<>(),:;/]+\.\p{L}{2,}/u],
  ['a phone number', /\+[1-9]\d{6,14}(?!\d)/],
  ['a token', /foyer_(?:pat|sk|rt)_\w|\beyJ[\w-]{10,}\.[\w-]{10,}\./],
  // 32 random bytes in base64url.
  ['a token', /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/],
];

/** A mail's Message-ID looks like an address: the id of a job, and a host. */
const OF_THAT_FORM = new Set(['messageId']);

/** Names the line and what it contains, or returns `null`. */
export function findLoggedData(line: Readonly<Record<string, unknown>>): string | null {
  for (const [field, value] of Object.entries(line)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (OF_THAT_FORM.has(field)) continue;
    const found = FORBIDDEN.find(([, pattern]) => pattern.test(text));
    if (found) return `the line "${String(line['event'] ?? line['msg'])}" holds ${found[0]} in ${field}`;
  }
  return null;
}
