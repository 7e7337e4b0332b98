import { MongoClient } from 'mongodb';
// @ts-expect-error -- the driver describes no types of its inner files
import inner from 'mongodb/lib/operations/execute_operation.js';
import { currentBudget } from './request-budget.ts';

type Execute = (mongo: MongoClient, ...rest: unknown[]) => Promise<unknown>;
/** The driver sends every operation by this function, read from this object at the call (6.22 and 7.9). */
const driver = inner as { executeOperation: Execute };
const execute: unknown = driver.executeOperation;
if (typeof execute !== 'function')
  throw new Error('This version of MongoDB’s driver sends operations in another way.');

/**
 * Limits every operation to its request's budget. The driver's `timeoutMS` has no effect on a server that
 * does not answer (6.22 and 7.9).
 */
export class BoundedClient extends MongoClient {}

driver.executeOperation = (mongo, ...rest) => {
  const send = () => (execute as Execute)(mongo, ...rest);
  const budget = mongo instanceof BoundedClient ? currentBudget() : undefined;
  return budget ? budget.wait(send) : send();
};
