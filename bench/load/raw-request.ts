/** The headers that a page in a browser sends, the same for every server. */
const BROWSER = [
  'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'accept: */*',
  'accept-encoding: gzip, deflate, br, zstd',
  'accept-language: en-GB,en;q=0.9',
  'sec-fetch-site: same-origin',
  'sec-fetch-mode: cors',
  'sec-fetch-dest: empty',
];

/** The text of a GET, or of a POST with a body as JSON. */
export function rawRequest(request: {
  readonly path: string;
  readonly host: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}): string {
  const { path, host, headers = {}, body } = request;
  const content = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...BROWSER,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${content}`;
}

/** A placeholder for the part of the head that differs by person. */
export const VALUE = '{value}';

export function aroundValue(raw: string): { readonly before: string; readonly after: string } {
  const [before, after, ...more] = raw.split(VALUE);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error('a request has one value that differs');
  return { before, after };
}
