import type { BrowserContext, ConsoleMessage } from '@playwright/test';
import { SIGNED_OUT_PATHS } from '../../src/shared/signed-out-page.ts';

const LOCAL_HOSTS = ['localhost', '*.localhost', '127.0.0.1'];

/** Blocks other hosts. Intercepting each request would disable the browser's cache. */
export const LOCAL_HOSTS_ALONE = `--host-resolver-rules=${['MAP * ~NOTFOUND', ...LOCAL_HOSTS.map((host) => `EXCLUDE ${host}`)].join(', ')}`;

function isLocal(hostname: string): boolean {
  return LOCAL_HOSTS.includes(hostname) || hostname.endsWith('.localhost');
}

/** Records requests to other machines, which fail (`LOCAL_HOSTS_ALONE`), and console errors. */
export function guardContext(context: BrowserContext): { readonly messages: readonly string[] } {
  const messages: string[] = [];
  const requested = new Set<string>();
  context.on('request', (request) => {
    requested.add(request.url());
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !isLocal(hostname))
      messages.push(`request to the outside: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !isOfBrowser(message, requested) &&
      !isRefusedCall(message.text(), message.location().url) &&
      !isMissingPage(message)
    ) {
      messages.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (uncaught) => {
    const error = uncaught.error();
    messages.push(`uncaught: ${error.stack ?? error.message}`);
  });
  return { messages };
}

/** Playwright does not report requests of the browser itself, such as `/favicon.ico`. */
function isOfBrowser(message: ConsoleMessage, requested: ReadonlySet<string>): boolean {
  return message.text().startsWith('Failed to load resource:') && !requested.has(message.location().url);
}

/** Whether the line is about a missing page that was opened. A missing file has another address. */
function isMissingPage(message: ConsoleMessage): boolean {
  return (
    message.location().url === message.page()?.url() && /responded with a status of 404/.test(message.text())
  );
}

/** Without script, a refused form gets its page with the status of the failure. */
const FORM_PATHS: ReadonlySet<string> = new Set(Object.values(SIGNED_OUT_PATHS));

/** Whether the line is about a 4xx answer that tests expect: of a procedure, a form, or a token refresh. */
function isRefusedCall(text: string, url: string): boolean {
  const { pathname } = new URL(url || 'about:blank');
  return (
    (pathname.startsWith('/trpc/') || pathname === '/oauth/token' || FORM_PATHS.has(pathname)) &&
    /responded with a status of 4\d\d/.test(text)
  );
}
