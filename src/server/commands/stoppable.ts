const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs work that a signal stops and that removes what it began, before the process ends. Without it, the signal would end the process at once. */
export async function runStoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopped = new AbortController();
  // npm and a terminal can send the same signal twice.
  const stop = () => stopped.abort();
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await work(stopped.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
