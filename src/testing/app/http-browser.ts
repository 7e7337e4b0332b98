import { parseSetCookie } from 'cookie';
import { unescapeHtml } from '../pages/page-text.ts';

export type HttpBrowser = ReturnType<typeof createHttpBrowser>;

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

const MAX_REDIRECTS = 10;

/** `isOver`: the header deletes the cookie. */
export function readSetCookie(header: string) {
  const { name, value = '', path, maxAge, expires } = parseSetCookie(header, { decode: (text) => text });
  return { name, value, path, isOver: maxAge === 0 || (expires?.getTime() ?? Infinity) <= Date.now() };
}

/** A browser without scripts. It follows redirects and keeps cookies, but only at one origin. */
export function createHttpBrowser(origin: string) {
  const cookies = new Map<string, Cookie>();

  const keep = (header: string, requestPath: string) => {
    const cookie = readSetCookie(header);
    // RFC 6265 section 5.1.4: without a path, the folder of the request.
    const path = cookie.path ?? (requestPath.slice(0, requestPath.lastIndexOf('/')) || '/');
    const key = `${cookie.name};${path}`;
    if (cookie.isOver) cookies.delete(key);
    else cookies.set(key, { ...cookie, path });
  };
  const cookiesFor = (requestPath: string) =>
    [...cookies.values()]
      .filter(
        ({ path }) => requestPath === path || requestPath.startsWith(path.endsWith('/') ? path : `${path}/`),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  return {
    /** Returns the page after all redirects, or the redirect that leaves the origin and is not followed. */
    async open(start: string, form?: URLSearchParams): Promise<Page | { readonly leavesTo: string }> {
      let url = new URL(start);
      let body = form;
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        const response = await fetch(url, {
          method: body ? 'POST' : 'GET',
          headers: {
            accept: 'text/html',
            cookie: cookiesFor(url.pathname),
            // Browsers send an origin with every posted form.
            ...(body ? { origin } : {}),
          },
          body: body ?? null,
          redirect: 'manual',
        });
        for (const header of response.headers.getSetCookie()) keep(header, url.pathname);
        const location = response.headers.get('location');
        if (location === null) {
          const { status, headers } = response;
          return { url: url.href, status, headers, html: await response.text() };
        }
        await response.body?.cancel();
        const next = new URL(location, url);
        if (next.origin !== origin) return { leavesTo: next.href };
        if (response.status === 307 || response.status === 308) throw new Error('the form would be sent on');
        url = next;
        body = undefined;
      }
      throw new Error(`more than ${MAX_REDIRECTS} redirects from ${start}`);
    },
  };
}

/**
 * The page's only form, or its form for `to` with this markup, and the values that it sends. The language
 * form, which every page has, only counts when `to` names it.
 */
export function formOf({ url, status, html }: Page, to = '', containing = '') {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].filter(
    ([, attributes = '', content = '']) => {
      const action = attributeOf(attributes, 'action') ?? '';
      return action.endsWith(to) && content.includes(containing) && (action !== '/locale' || to === action);
    },
  );
  const [attributes, content] = [forms[0]?.[1], forms[0]?.[2]];
  if (forms.length !== 1 || attributes === undefined || content === undefined) {
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? 'no title';
    throw new Error(`${forms.length} forms on the page "${title}" (${status})`);
  }
  const fields = new URLSearchParams();
  for (const [input] of content.matchAll(/<input\b[^>]*>/g)) {
    const isOff = attributeOf(input, 'type') === 'checkbox' && !/\schecked\b/.test(input);
    const name = attributeOf(input, 'name');
    if (name !== null && !isOff) fields.set(name, attributeOf(input, 'value') ?? '');
  }
  for (const [, list = '', options = ''] of content.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen = /<option\b[^>]*\sselected\b[^>]*>/.exec(options) ?? /<option\b[^>]*>/.exec(options);
    const name = attributeOf(list, 'name');
    if (name !== null && chosen) fields.set(name, attributeOf(chosen[0], 'value') ?? '');
  }
  return { action: new URL(attributeOf(attributes, 'action') ?? '', url).href, fields };
}

export function attributeOf(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : unescapeHtml(value);
}

export async function openPage(
  { origin }: { readonly origin: string },
  browser: HttpBrowser,
  address: string,
  form?: URLSearchParams,
): Promise<Page> {
  const page = await browser.open(new URL(address, origin).href, form);
  if ('leavesTo' in page) throw new Error(`led away, to ${page.leavesTo}`);
  return page;
}
