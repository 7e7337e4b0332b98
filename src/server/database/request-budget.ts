import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { DATABASE_TIMEOUT_MS } from '../../shared/limits.ts';
import { runOutsideTraces } from '../trace.ts';

/**
 * The request has used its whole budget. The database may still carry out an operation that was sent, as
 * after a lost connection.
 */
export class DatabaseTooSlowError extends Error {
  override readonly name = 'DatabaseTooSlowError';

  constructor(limitMs: number) {
    super(`this request has waited ${limitMs} ms for the database`);
  }
}

/**
 * The time for which one request may wait for the database, over all its operations. The clock runs only
 * during database operations: provider calls and password hashes have their own limits.
 */
export class RequestBudget {
  readonly #limitMs: number;
  readonly #waiting = new Set<(error: Error) => void>();
  #usedMs = 0;
  #waitingSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #isAnswered = false;
  #clientGone: AbortController | undefined;

  constructor(limitMs = DATABASE_TIMEOUT_MS) {
    this.#limitMs = limitMs;
  }

  /**
   * Runs the operation, and rejects with `DatabaseTooSlowError` when the time is over. After that no
   * operation starts.
   */
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

  /** Aborted when the client has closed the request before its answer. It is made when somebody asks for it. */
  get clientGone(): AbortSignal {
    return (this.#clientGone ??= createController()).signal;
  }

  /** The client has closed the request before its answer: what still waits in a queue is dropped. */
  abandon(): void {
    (this.#clientGone ??= createController()).abort();
  }

  /** Ends the budget: operations after the answer have no limit. */
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

/** All calls of a batch listen. */
function createController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

const budgets = new AsyncLocalStorage<RequestBudget>();

/** Runs a request's work. Every database operation in it, also in called functions, is within this budget. */
export function runWithinBudget<T>(budget: RequestBudget, work: () => T): T {
  return budgets.run(budget, work);
}

/** Runs work for several requests, which the budget of one of them must not end. It belongs to the trace of none. */
export function runForAllRequests<T>(work: () => T): T {
  return budgets.exit(() => runOutsideTraces(work));
}

/** The budget of the current request; undefined for jobs, commands and the start. */
export function currentBudget(): RequestBudget | undefined {
  return budgets.getStore();
}
