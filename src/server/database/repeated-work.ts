import { runForAllRequests } from './request-budget.ts';

export interface RepeatedWork {
  /** Starts the work now. When it runs, it runs once more after that. */
  wake(): void;
  /** Starts nothing more, and waits for the running work. */
  stop(): Promise<void>;
}

/** Does `work` every `everyMs`, one at a time, and when woken. After a failure, it goes on with the next time. */
export function startRepeatedWork({
  everyMs,
  work,
  onFailure,
}: {
  readonly everyMs: number;
  readonly work: (stopping: AbortSignal) => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
}): RepeatedWork {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isWoken = false;
  const workUntilDone = async () => {
    while (isWoken && !stopping.signal.aborted) {
      isWoken = false;
      await work(stopping.signal);
    }
  };
  const wake = () => {
    isWoken = true;
    // A request may wake it, and the time limit of that request must not end this work.
    running ??= runForAllRequests(workUntilDone)
      .catch(onFailure)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(() => {
    if (!running) wake();
  }, everyMs);
  timer.unref();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
