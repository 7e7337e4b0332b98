import { EventEmitter } from 'node:events';
import { AbstractCursor, Admin, Collection, Db, MongoClient, type DbOptions } from 'mongodb';
import { currentBudget } from './request-budget.ts';

type Method = (this: unknown, ...parts: unknown[]) => unknown;

/**
 * A client whose every operation keeps to the budget of the request that it is for (`request-budget.ts`), whoever asks: our own code, the
 * rate limiter, Auth.js's adapter. The driver's own limit for a whole operation, `timeoutMS`, has no effect in 6.22.
 */
export class BoundedClient extends MongoClient {
  override db(name?: string, options?: DbOptions): Db {
    return bound(super.db(name, options));
  }
}

const boundedPrototypes = new Map<object, object>();

/** By what it is: a promise is waited for within the budget; what leads to further operations is bound in its turn. */
function bound<T>(result: T): T {
  if (result instanceof Promise) return (currentBudget()?.wait(() => result) ?? result) as T;
  if (
    result instanceof Db ||
    result instanceof Collection ||
    result instanceof Admin ||
    result instanceof AbstractCursor
  ) {
    const prototype = Object.getPrototypeOf(result) as object;
    if (!Object.hasOwn(prototype, IS_BOUNDED)) Object.setPrototypeOf(result, boundedPrototypeOf(prototype));
  }
  return result;
}

const IS_BOUNDED = Symbol('bounded');
const ASYNC_FUNCTION = Object.getPrototypeOf(async () => {}) as object;

/** One for each class of the driver: all its methods, and those of the classes that it extends, with what they answer bound. */
function boundedPrototypeOf(prototype: object): object {
  const known = boundedPrototypes.get(prototype);
  if (known) return known;
  const bounded = Object.create(prototype, { [IS_BOUNDED]: { value: true } }) as object;
  for (let from = prototype; !(from === EventEmitter.prototype || from === Object.prototype);) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      if (typeof value !== 'function' || name === 'constructor' || Object.hasOwn(bounded, name)) continue;
      const method = boundMethod(value as Method);
      Object.defineProperty(bounded, name, { value: method, writable: true, configurable: true });
    }
    from = Object.getPrototypeOf(from) as object;
  }
  boundedPrototypes.set(prototype, bounded);
  return bounded;
}

function boundMethod(method: Method): Method {
  const isAsync = ASYNC_FUNCTION.isPrototypeOf(method);
  return function (...parts) {
    const budget = isAsync ? currentBudget() : undefined;
    const operation = () => method.apply(this, parts);
    return budget ? budget.wait(operation as () => Promise<unknown>) : bound(operation());
  };
}
