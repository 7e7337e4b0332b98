import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { MongoServerSelectionError } from 'mongodb';
import { DATABASE_TIMEOUT_MS } from '../../shared/limits.ts';
import type { DatabaseOutage } from './database-outage.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { runOutsideTraces } from '../log/trace.ts';

/**
 * The budget of this request is used up. Or that of an earlier request was, and the database has not answered
 * since. The database may still carry out an operation that was sent.
 */
export class DatabaseTooSlowError extends Error {
  constructor(limitMs: number) {
    super(`the database has not answered within ${limitMs} ms`);
  }

  /** No property: the driver copies those to its bulk write error, whose name cannot be set. */
  override get name(): string {
    return 'DatabaseTooSlowError';
  }
}

/**
 * The clock runs during database operations only: provider calls and password hashes have their own limits.
 */
export class RequestBudget {
  readonly #limitMs: number;
  readonly #outage: DatabaseOutage | undefined;
  readonly #waiting = new Set<(error: Error) => void>();
  #hasBegun = false;
  #usedMs = 0;
  #waitingSince = 0;
  #askedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isAnswered = false;
  #connectionClosed: AbortController | undefined;

  /** `outage`: what all requests of the process know. */
  constructor(limitMs = DATABASE_TIMEOUT_MS, outage?: DatabaseOutage) {
    this.#limitMs = limitMs;
    this.#outage = outage;
  }

  /** Rejects with `DatabaseTooSlowError` after the budget, or while the database is known to be away. */
  async wait<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#isAnswered) return operation();
    if (!this.#hasBegun && this.#outage?.refusesRequest()) this.#usedMs = this.#limitMs;
    this.#hasBegun = true;
    if (this.#usedMs >= this.#limitMs) throw new DatabaseTooSlowError(this.#limitMs);
    let giveUp: (error: Error) => void = () => {};
    const tooSlow = new Promise<never>((_resolve, reject) => (giveUp = reject));
    this.#add(giveUp);
    try {
      return await Promise.race([this.#observe(operation()), tooSlow]);
    } finally {
      this.#remove(giveUp);
    }
  }

  /** Aborted when the connection closes before the answer. */
  get connectionClosed(): AbortSignal {
    return (this.#connectionClosed ??= createController()).signal;
  }

  /** The connection closed before the answer: what waits in a queue is dropped. */
  abandon(): void {
    (this.#connectionClosed ??= createController()).abort();
  }

  /** Operations after the answer have no limit. */
  end(): void {
    this.#isAnswered = true;
    clearTimeout(this.#timer);
  }

  /** A belated answer or an error of the database also shows that it is there. */
  async #observe<T>(operation: Promise<T>): Promise<T> {
    try {
      const answer = await operation;
      this.#outage?.end();
      return answer;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.#outage?.end();
      // The driver's own limit for a server to choose is as long as this budget.
      else if (error instanceof MongoServerSelectionError) this.#outage?.note(this.#halfBudgetAgo());
      throw error;
    }
  }

  #add(giveUp: (error: Error) => void): void {
    if (this.#waiting.size === 0) {
      this.#waitingSince = performance.now();
      const halfMs = (this.#limitMs - this.#usedMs) / 2;
      this.#timer = setTimeout(() => this.#ask(halfMs), halfMs);
    }
    this.#waiting.add(giveUp);
  }

  #remove(giveUp: (error: Error) => void): void {
    if (!this.#waiting.delete(giveUp) || this.#waiting.size > 0) return;
    this.#usedMs += performance.now() - this.#waitingSince;
    clearTimeout(this.#timer);
  }

  /** After half of the time. The database has the other half to answer a ping. */
  #ask(halfMs: number): void {
    this.#askedAt = performance.now();
    runForAllRequests(() => this.#outage?.ask());
    this.#timer = setTimeout(() => this.#giveUpAll(), halfMs);
  }

  #giveUpAll(): void {
    this.#usedMs = this.#limitMs;
    this.#outage?.note(Math.min(this.#askedAt, this.#halfBudgetAgo()));
    for (const giveUp of this.#waiting) giveUp(new DatabaseTooSlowError(this.#limitMs));
    this.#waiting.clear();
  }

  #halfBudgetAgo(): number {
    return performance.now() - this.#limitMs / 2;
  }
}

function createController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

const budgets = new AsyncLocalStorage<RequestBudget>();

/** Every database operation in it, also in called functions, is within this budget. */
export function runWithinBudget<T>(budget: RequestBudget, work: () => T): T {
  return budgets.run(budget, work);
}

/** Work for several requests, which the budget of one must not end. It belongs to the trace of none. */
export function runForAllRequests<T>(work: () => T): T {
  return budgets.exit(() => runOutsideTraces(work));
}

/** Undefined for jobs, commands and the start. */
export function currentBudget(): RequestBudget | undefined {
  return budgets.getStore();
}
