import { LOG_REPORT_MAX_BYTES } from '../shared/limits.ts';
import type { LogReport } from '../shared/schemas/log.ts';
import type { Provider } from '../shared/schemas/providers.ts';

/** Tells the server's log of a sign-in error that only this browser saw. Never throws, and nobody waits for it. */
export type Report = (report: LogReport) => void;

interface ReporterOptions {
  /** The ways to sign in, as known or once they can be had: their addresses say under which path the log action is. */
  readonly providers: () => Promise<readonly Provider[]>;
  readonly post: (url: string, body: string) => Promise<unknown>;
}

/** Bounds of the schema, in characters. */
const MESSAGE_MAX_LENGTH = 1000;
const FIELD_MAX_LENGTH = 64;
const PATH_MAX_LENGTH = 200;

/** Each error is told once per page load: what is tried again by itself fails again by itself. */
export function createReporter({ providers, post }: ReporterOptions): Report {
  const told = new Set<string>();
  const send = async (body: string) => {
    const [provider] = await providers();
    // `<prefix>/signin/<id>` is what we know; the prefix itself is a setting of the server.
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
    if (told.has(body) || new TextEncoder().encode(body).length > LOG_REPORT_MAX_BYTES) return;
    told.add(body);
    // A report that cannot be made must not become a failure of its own.
    send(body).catch(() => {});
  };
}

/** A script's error may quote the address that it failed at, and a person's own is their business too. */
function withoutSecrets(message: string): string {
  return message
    .replace(/[?#][^\s'"<>)]*/g, '?…')
    .replace(/[A-Za-z0-9_-]{20,}/g, '…')
    .replace(/[^\s@'"<>(]+@[^\s@'"<>)]+/g, '…')
    .replace(/\b\d{6}\b/g, '…');
}

/** By its shape, not its class: a `DOMException` is an `Error` in some environments only. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('name' in error) || !('message' in error)) {
    return typeof error;
  }
  return `${String(error.name)}: ${String(error.message)}`;
}
