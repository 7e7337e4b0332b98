import { LOG_REPORT_MAX_BYTES } from '../shared/limits.ts';
import type { LogReport } from '../shared/schemas/log.ts';
import type { Provider } from '../shared/schemas/providers.ts';

/** For a sign-in error that only this browser saw. Never throws, and nobody waits for it. */
export type Report = (report: LogReport) => void;

interface ReporterOptions {
  /** Their URLs contain the path prefix of the log action. */
  readonly providers: () => Promise<readonly Provider[]>;
  readonly post: (url: string, body: string) => Promise<unknown>;
}

/** The request survives when the browser leaves the page. */
export function postReport(url: string, body: string): Promise<unknown> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: true,
  });
}

/** The limits of the schema, in characters. */
const MESSAGE_MAX_LENGTH = 1000;
const FIELD_MAX_LENGTH = 64;
const PATH_MAX_LENGTH = 200;

/** Sends each report once per page load, because automatic retries repeat the same error. */
export function createReporter({ providers, post }: ReporterOptions): Report {
  const sentReports = new Set<string>();
  const send = async (body: string) => {
    const [provider] = await providers();
    // The browser knows the prefix, a setting of the server, only from `<prefix>/signin/<id>`.
    if (provider) await post(new URL('../_log', provider.signInUrl).href, body);
  };
  return ({ code, message, provider, path }) => {
    const pathname = path?.replace(/[?#].*$/s, '').slice(0, PATH_MAX_LENGTH);
    const body = JSON.stringify({
      code: code.slice(0, FIELD_MAX_LENGTH),
      ...(message !== undefined && { message: withoutSecrets(message).slice(0, MESSAGE_MAX_LENGTH) }),
      ...(provider !== undefined && { provider: provider.slice(0, FIELD_MAX_LENGTH) }),
      ...(pathname?.startsWith('/') && { path: pathname }),
    } satisfies LogReport);
    if (sentReports.has(body) || new TextEncoder().encode(body).length > LOG_REPORT_MAX_BYTES) return;
    sentReports.add(body);
    // A failed report must not cause another error.
    send(body).catch(() => {});
  };
}

/** An error message may quote a URL or a person's email address. */
function withoutSecrets(message: string): string {
  return message
    .replace(/[?#][^\s'"<>)]*/g, '?…')
    .replace(/[A-Za-z0-9_-]{20,}/g, '…')
    .replace(/[^\s@'"<>(]+@[^\s@'"<>)]+/g, '…')
    .replace(/\b\d{6}\b/g, '…');
}
