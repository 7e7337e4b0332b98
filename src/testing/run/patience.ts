import { vi } from 'vitest';

/** Vitest waits one second for a condition. A busy machine needs longer for a request and a mail. */
const PATIENCE_MS = 30_000;

// The test files of one process share `vi`, so only the first file changes it.
const patient = Symbol.for('foyer.patient');
const shared = vi as typeof vi & { [patient]?: true };
if (!shared[patient]) {
  shared[patient] = true;
  const { waitFor, waitUntil } = vi;
  const patiently = (options: Parameters<typeof waitFor>[1] = {}) =>
    typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };
  vi.waitFor = (callback, options) => waitFor(callback, patiently(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, patiently(options));
}
