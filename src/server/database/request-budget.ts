import { AsyncLocalStorage } from 'node:async_hooks';
import { DATABASE_TIMEOUT_MS } from '../../shared/limits.ts';

/** A request has waited for the database as long as it may. What was sent may still be carried out, as after a lost connection. */
export class DatabaseTooSlowError extends Error {
  override readonly name = 'DatabaseTooSlowError';

  constructor(limitMs: number) {
    super(`this request has waited ${limitMs} ms for the database`);
  }
}

/**
 * How long one request waits for the database, over all its operations. Only that counts: while a provider is asked or a password is
 * hashed, which have limits of their own, the clock stands still.
 */
export class RequestBudget {
  readonly #limitMs: number;
  readonly #waiting = new Set<(error: Error) => void>();
  #usedMs = 0;
  #waitingSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #isAnswered = false;

  constructor(limitMs = DATABASE_TIMEOUT_MS) {
    this.#limitMs = limitMs;
  }

  /** Does this, and rejects with `DatabaseTooSlowError` when the time is up; once it is, nothing more is begun. */
  async wait<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#isAnswered) return operation();
    if (this.#usedMs >= this.#limitMs) throw new DatabaseTooSlowError(this.#limitMs);
    let giveUp: (error: Error) => void = () => {};
    const tooSlow = new Promise<never>((_resolve, reject) => (giveUp = reject));
    this.#add(giveUp);
    try {
      return await Promise.race([operation(), tooSlow]);
    } finally {
      this.#remove(giveUp);
    }
  }

  /** From now on nobody waits: what goes on after the answer takes as long as it needs. */
  end(): void {
    this.#isAnswered = true;
    clearTimeout(this.#timer);
  }

  #add(giveUp: (error: Error) => void): void {
    if (this.#waiting.size === 0) {
      this.#waitingSince = performance.now();
      this.#timer = setTimeout(() => this.#giveUpAll(), this.#limitMs - this.#usedMs);
    }
    this.#waiting.add(giveUp);
  }

  #remove(giveUp: (error: Error) => void): void {
    if (!this.#waiting.delete(giveUp) || this.#waiting.size > 0) return;
    this.#usedMs += performance.now() - this.#waitingSince;
    clearTimeout(this.#timer);
  }

  #giveUpAll(): void {
    this.#usedMs = this.#limitMs;
    for (const giveUp of this.#waiting) giveUp(new DatabaseTooSlowError(this.#limitMs));
    this.#waiting.clear();
  }
}

const budgets = new AsyncLocalStorage<RequestBudget>();

/** Runs a request's work: every operation of the database in it, and in whatever it calls, is within this budget. */
export function runWithinBudget<T>(budget: RequestBudget, work: () => T): T {
  return budgets.run(budget, work);
}

/** Runs what is done for several requests at once, which the budget of one of them must not end. */
export function runForAllRequests<T>(work: () => T): T {
  return budgets.exit(work);
}

/** The budget of the request that this is done for; jobs, commands and the start have none. */
export function currentBudget(): RequestBudget | undefined {
  return budgets.getStore();
}
