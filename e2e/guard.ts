import type { BrowserContext } from '@playwright/test';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1']);

/** What went wrong in a browser without any assertion looking at it. */
export interface Faults {
  readonly messages: readonly string[];
}

/**
 * Refuses every request that leaves this machine, and notes it, together with each error in the console (violations of the
 * content security policy are told there) and each uncaught exception.
 */
export async function guardContext(context: BrowserContext): Promise<Faults> {
  const messages: string[] = [];
  await context.route(
    (url) => !LOCAL_HOSTS.has(url.hostname),
    async (route) => {
      messages.push(`request to the outside: ${route.request().url()}`);
      await route.abort('blockedbyclient');
    },
  );
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
