import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks each process's `/readyz`. When none is ready, uses those that were ready last, so that callers get an
 * answer with the time of the next try. Envoy and the balancers of AWS do so, too.
 */
export class Balancer {
  readonly #ready = new Map<number, boolean>();
  #lastReady: readonly number[] = [];
  readonly #askEveryMs: number;
  #turn = 0;

  constructor(askEveryMs: number) {
    this.#askEveryMs = askEveryMs;
  }

  /** Asks one process, so that a slow answer delays no other. Resolves when it is over. */
  async ask(port: number, over: AbortSignal): Promise<void> {
    for (; !over.aborted; await sleep(this.#askEveryMs)) {
      const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null);
      this.#ready.set(port, answer?.status === 200);
    }
    this.#ready.delete(port);
  }

  isReady(port: number): boolean {
    return this.#ready.get(port) === true;
  }

  next(): number {
    const ready = [...this.#ready].filter(([, isReady]) => isReady).map(([port]) => port);
    if (ready.length > 0) this.#lastReady = ready;
    const port = this.#lastReady[this.#turn++ % this.#lastReady.length];
    if (port === undefined) throw new Error('no process is ready');
    return port;
  }
}
