import { createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Knows which processes are ready, by asking their `/readyz`. When none is, as while the database is away, it goes on with those that were ready last. Then a client gets
 * their answer, which says when to try again. Envoy and the balancers of AWS do so, too.
 */
export class Balancer {
  readonly #ready = new Map<number, boolean>();
  #lastReady: readonly number[] = [];
  readonly #askEveryMs: number;
  #turn = 0;

  constructor(askEveryMs: number) {
    this.#askEveryMs = askEveryMs;
  }

  /** Asks each process by itself, so that a slow answer of one delays no other. Resolves when it is over. */
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

/** Sends each request that comes to `port` to a process that is ready. It repeats none. Without an answer, it answers 502. */
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
