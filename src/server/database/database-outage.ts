import { SECOND_MS } from '../../shared/limits.ts';

/** After a request has waited that long in vain, the others do not wait. One in each such time does, so that the database's return is noticed. */
export const DATABASE_TRIED_AGAIN_AFTER_MS = SECOND_MS;

/**
 * Whether the database of this process is away. It begins with a request that has used its whole budget while the database answered nothing else, also not
 * a ping, and ends with the next answer of the database. Meanwhile one request in each second waits, and the others are refused at once.
 */
export class DatabaseOutage {
  readonly #ping: () => Promise<unknown>;
  #isAsked = false;
  #answeredAt = -Infinity;
  #isNoted = false;
  #nextTryAt = 0;

  constructor(ping: () => Promise<unknown>) {
    this.#ping = ping;
  }

  /** Pings the database, because a request waits long. On a quiet server nothing else shows whether the request alone is slow. */
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

  /** The database has answered something. */
  end(): void {
    this.#isNoted = false;
    this.#answeredAt = performance.now();
  }

  /** A request has waited in vain. A database that has answered something since then is slow for this request only. */
  note(since: number): void {
    if (this.#answeredAt >= since) return;
    this.#isNoted = true;
    this.#nextTryAt = performance.now() + DATABASE_TRIED_AGAIN_AFTER_MS;
  }

  /** Whether a request that begins now shall not wait. */
  refusesRequest(): boolean {
    if (!this.#isNoted) return false;
    if (performance.now() < this.#nextTryAt) return true;
    // This request tries. The others of the next second do not.
    this.#nextTryAt = performance.now() + DATABASE_TRIED_AGAIN_AFTER_MS;
    return false;
  }
}
