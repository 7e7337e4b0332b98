/** Callers with one key share one running call of `work`. A call after its end starts it again. */
export type SingleFlight<T> = (key: string, work: () => Promise<T>) => Promise<T>;

export function createSingleFlight<T>(): SingleFlight<T> {
  const runningByKey = new Map<string, Promise<T>>();
  return (key, work) => {
    const running = runningByKey.get(key);
    if (running) return running;
    const started = work().finally(() => runningByKey.delete(key));
    runningByKey.set(key, started);
    return started;
  };
}
