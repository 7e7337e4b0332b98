import { EventEmitter } from 'node:events';
import {
  AbstractCursor,
  Admin,
  Collection,
  Db,
  MongoClient,
  type ClientBulkWriteModel,
  type ClientBulkWriteOptions,
  type ClientBulkWriteResult,
  type DbOptions,
  type Document,
} from 'mongodb';
import { currentBudget } from './request-budget.ts';

type Method = (this: unknown, ...parts: unknown[]) => unknown;

/**
 * A client that limits every operation to the budget of its request (`request-budget.ts`), also for the rate
 * limiter and Auth.js's adapter. The driver's own limit for a whole operation, `timeoutMS`, has no effect in
 * 6.22.
 */
export class BoundedClient extends MongoClient {
  override db(name?: string, options?: DbOptions): Db {
    return bound(super.db(name, options));
  }

  override bulkWrite<SchemaMap extends Record<string, Document> = Record<string, Document>>(
    models: readonly ClientBulkWriteModel<SchemaMap>[],
    options?: ClientBulkWriteOptions,
  ): Promise<ClientBulkWriteResult> {
    const send = () => super.bulkWrite(models, options);
    return currentBudget()?.wait(send) ?? send();
  }
}

const boundedPrototypes = new Map<object, object>();

/**
 * A promise is awaited within the budget. An object that leads to further operations gets bounded methods.
 */
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

/** One prototype per class of the driver. It wraps all methods of the class and of its base classes. */
function boundedPrototypeOf(prototype: object): object {
  const cached = boundedPrototypes.get(prototype);
  if (cached) return cached;
  const bounded = Object.create(prototype, { [IS_BOUNDED]: { value: true } }) as object;
  for (let ancestor = prototype; !(ancestor === EventEmitter.prototype || ancestor === Object.prototype);) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(ancestor))) {
      if (typeof value !== 'function' || name === 'constructor' || Object.hasOwn(bounded, name)) continue;
      const method = boundMethod(value as Method);
      Object.defineProperty(bounded, name, { value: method, writable: true, configurable: true });
    }
    ancestor = Object.getPrototypeOf(ancestor) as object;
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
