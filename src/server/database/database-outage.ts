import { SECOND_MS } from '../../shared/limits.ts';

/** After a request has waited in vain, one request waits in each such time, and the others do not. */
export const DATABASE_TRIED_AGAIN_AFTER_MS = SECOND_MS;

/** Begins when a request uses its whole budget while the database is silent. Ends with the next answer. */
export class DatabaseOutage {
  readonly #ping: () => Promise<unknown>;
  #isAsked = false;
  #answeredAt = -Infinity;
  #isNoted = false;
  #nextTryAt = 0;

  constructor(ping: () => Promise<unknown>) {
    this.#ping = ping;
  }

  /** Only a ping shows, on a quiet server, whether this request alone is slow. */
  ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#ping()
      .then(
        () => this.end(),
        () => {},
      )
      .finally(() => (this.#isAsked = false));
  }

  end(): void {
    this.#isNoted = false;
    this.#answeredAt = performance.now();
  }

  /** A request has waited in vain. If the database has answered since then, only this request is slow. */
  note(since: number): void {
    if (this.#answeredAt >= since) return;
    this.#isNoted = true;
    this.#nextTryAt = performance.now() + DATABASE_TRIED_AGAIN_AFTER_MS;
  }

  refusesRequest(): boolean {
    if (!this.#isNoted) return false;
    if (performance.now() < this.#nextTryAt) return true;
    // This request tries. The others of the next second do not.
    this.#nextTryAt = performance.now() + DATABASE_TRIED_AGAIN_AFTER_MS;
    return false;
  }
}
