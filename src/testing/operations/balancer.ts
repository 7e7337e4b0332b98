import { createServer, request } from 'node:http';
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

/** Sends each request to a ready process, once. Without an answer, it answers 502. */
export async function startReverseProxy(balancer: Balancer, port: number): Promise<AsyncDisposable> {
  const server = createServer((incoming, answer) => {
    const { connection: _hopByHop, ...headers } = incoming.headers;
    const fail = (error: Error) => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end(String(error));
    };
    try {
      const target = { host: 'localhost', port: balancer.next(), path: incoming.url, headers };
      const outgoing = request({ ...target, method: incoming.method, agent: false }, (response) => {
        const { connection: _ofProcess, ...answered } = response.headers;
        answer.writeHead(response.statusCode ?? 502, answered);
        response.on('error', fail).pipe(answer);
      });
      incoming.pipe(outgoing.on('error', fail));
    } catch (error) {
      fail(error as Error);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
