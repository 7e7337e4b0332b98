import type { BrowserContext } from '@playwright/test';

const LOCAL_HOSTS = ['localhost', '127.0.0.1'];

/** Chromium's argument by which it finds no other host; to hold up each request here instead would turn off its cache. */
export const LOCAL_HOSTS_ALONE = `--host-resolver-rules=${['MAP * ~NOTFOUND', ...LOCAL_HOSTS.map((host) => `EXCLUDE ${host}`)].join(', ')}`;

/** What went wrong in a browser without any assertion looking at it. */
export interface Faults {
  readonly messages: readonly string[];
}

/**
 * Notes every request that would leave this machine (`LOCAL_HOSTS_ALONE` makes it fail), each error in the console (violations of
 * the content security policy are told there) and each uncaught exception.
 */
export function guardContext(context: BrowserContext): Faults {
  const messages: string[] = [];
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !LOCAL_HOSTS.includes(hostname))
      messages.push(`request to the outside: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRefusedCall(message.text(), message.location().url)) {
      messages.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (uncaught) => {
    const error = uncaught.error();
    messages.push(`uncaught: ${error.stack ?? error.message}`);
  });
  return { messages };
}

/** The browser itself writes a line for each 4xx; for a procedure that refuses, this is the answer that was asked for. */
function isRefusedCall(text: string, url: string): boolean {
  return (
    new URL(url || 'about:blank').pathname.startsWith('/trpc/') &&
    /responded with a status of 4\d\d/.test(text)
  );
}
