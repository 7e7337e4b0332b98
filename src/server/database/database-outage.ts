import { DATABASE_TRIED_AGAIN_AFTER_MS } from '../../shared/limits.ts';

/**
 * Whether the database of this process is away. It begins with a request that has used its whole budget, and ends with the next answer of the database.
 * Meanwhile one request in each second waits, and the others are refused at once.
 */
export class DatabaseOutage {
  readonly #now: () => number;
  #answeredAt = -Infinity;
  #isNoted = false;
  #nextTryAt = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The database has answered something. */
  end(): void {
    this.#isNoted = false;
    this.#answeredAt = this.#now();
  }

  /** A request has waited so long. A database that answered others lately is slow for this request only. */
  note(waitedMs: number): void {
    if (this.#now() - this.#answeredAt < waitedMs / 2) return;
    this.#isNoted = true;
    this.#nextTryAt = this.#now() + DATABASE_TRIED_AGAIN_AFTER_MS;
  }

  /** Whether a request that begins now shall not wait. */
  refusesRequest(): boolean {
    if (!this.#isNoted) return false;
    if (this.#now() < this.#nextTryAt) return true;
    // This request tries. The others of the next second do not.
    this.#nextTryAt = this.#now() + DATABASE_TRIED_AGAIN_AFTER_MS;
    return false;
  }
}
