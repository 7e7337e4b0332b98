import type { BrowserContext, ConsoleMessage } from '@playwright/test';
import { SIGNED_OUT_PATHS } from '../../src/shared/signed-out-page.ts';

const LOCAL_HOSTS = ['localhost', '*.localhost', '127.0.0.1'];

/** Chromium's argument that blocks all other hosts. To intercept each request instead would turn off its cache. */
export const LOCAL_HOSTS_ALONE = `--host-resolver-rules=${['MAP * ~NOTFOUND', ...LOCAL_HOSTS.map((host) => `EXCLUDE ${host}`)].join(', ')}`;

function isLocal(hostname: string): boolean {
  return LOCAL_HOSTS.includes(hostname) || hostname.endsWith('.localhost');
}

/** Errors in a browser that no assertion checks. */
export interface Faults {
  readonly messages: readonly string[];
}

/**
 * Records all requests to other machines (`LOCAL_HOSTS_ALONE` makes them fail), errors in the console (such as violations of the content security
 * policy) and uncaught exceptions.
 */
export function guardContext(context: BrowserContext): Faults {
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

/**
 * Whether the line is about a file that the browser asked for by itself, such as `/favicon.ico`. Playwright reports the requests of pages, and none
 * of the browser's own.
 */
function isOfBrowser(message: ConsoleMessage, requested: ReadonlySet<string>): boolean {
  return message.text().startsWith('Failed to load resource:') && !requested.has(message.location().url);
}

/** Whether the line is the browser's own for an opened page that does not exist. Its file would have another address. */
function isMissingPage(message: ConsoleMessage): boolean {
  return (
    message.location().url === message.page()?.url() && /responded with a status of 404/.test(message.text())
  );
}

/** The signed-out pages. A form that was sent to one without script and failed has its page as the answer, with the status of the failure. */
const FORM_PATHS: ReadonlySet<string> = new Set(Object.values(SIGNED_OUT_PATHS));

/** Whether the line is the browser's own for a 4xx answer of a procedure, of a form or to a client that refreshes. Tests expect such answers. */
function isRefusedCall(text: string, url: string): boolean {
  const { pathname } = new URL(url || 'about:blank');
  return (
    (pathname.startsWith('/trpc/') || pathname === '/oauth/token' || FORM_PATHS.has(pathname)) &&
    /responded with a status of 4\d\d/.test(text)
  );
}
