import { readSetCookie } from './http-browser.ts';

export interface AgentAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: () => unknown;
  /** The absolute URL of a redirect, or `null`. */
  readonly location: string | null;
  readonly setCookies: readonly string[];
}

/** A browser with cookies for one origin. It sends `Origin` with changes, and follows no redirect. */
export class HttpAgent {
  readonly cookies = new Map<string, string>();
  readonly origin: string;
  /** Headers of every request, such as the credentials for a proxy with Basic authentication. */
  readonly headers = new Map<string, string>();
  readonly #onCookie: (value: string, name: string) => void;
  readonly #onAnswer: (text: string) => void;

  /** `onCookie` gets every cookie value, `onAnswer` every answer's text and every redirect's address. */
  constructor(
    origin: string,
    onCookie: (value: string, name: string) => void = () => {},
    onAnswer: (text: string) => void = () => {},
  ) {
    this.origin = origin;
    this.#onCookie = onCookie;
    this.#onAnswer = onAnswer;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async request(
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string | Blob; cookies?: boolean } = {},
  ): Promise<AgentAnswer> {
    const url = new URL(path, this.origin);
    const method = init.method ?? 'GET';
    const headers = new Headers([...this.headers, ...Object.entries(init.headers ?? {})]);
    if (this.cookies.size > 0 && init.cookies !== false && !headers.has('cookie')) {
      headers.set('cookie', this.cookieHeader);
    }
    if (method !== 'GET' && !headers.has('origin')) headers.set('origin', this.origin);
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(init.body === undefined ? {} : { body: init.body }),
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) this.#store(line);
    const text = await response.text();
    const location = response.headers.get('location');
    this.#onAnswer(text);
    if (location !== null) this.#onAnswer(location);
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: () => JSON.parse(text) as unknown,
      location: location === null ? null : new URL(location, url).href,
      setCookies,
    };
  }

  async postForm(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<AgentAnswer> {
    return this.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** The token that each form of Auth.js in this browser needs. */
  async csrfToken(): Promise<string> {
    return ((await this.request('/auth/csrf')).json() as { csrfToken: string }).csrfToken;
  }

  /** Posts a form of Auth.js, with its token. */
  async postAuthForm(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<AgentAnswer> {
    return this.postForm(path, { csrfToken: await this.csrfToken(), ...fields }, headers);
  }

  async postJson(path: string, body: unknown, headers: Record<string, string> = {}): Promise<AgentAnswer> {
    return this.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  #store(line: string): void {
    const { name, value, isOver } = readSetCookie(line);
    if (isOver || !value) this.cookies.delete(name);
    else {
      this.cookies.set(name, value);
      this.#onCookie(value, name);
    }
  }
}

export function moved(agent: HttpAgent, app: { readonly agent: () => HttpAgent }): HttpAgent {
  const twin = app.agent();
  for (const [name, value] of agent.cookies) twin.cookies.set(name, value);
  return twin;
}
