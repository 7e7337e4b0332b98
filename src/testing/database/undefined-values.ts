import { ObjectId, type CommandStartedEvent, type MongoClient } from 'mongodb';

const WRITTEN_BY_US = [
  'documents',
  'updates',
  'deletes',
  'ops',
  'filter',
  'query',
  'update',
  'arrayFilters',
  'pipeline',
  'sort',
  'projection',
  'fields',
];

/** Fails a test that sends `undefined`: the driver writes null, and a null filter matches missing fields. */
export function reportUndefinedValues(mongo: MongoClient): void {
  mongo.on('commandStarted', ({ command, commandName }: CommandStartedEvent) => {
    for (const part of WRITTEN_BY_US) {
      const path = pathOfUndefined(command[part], part);
      if (path !== null) console.error(`${commandName} sends undefined at ${path}`);
    }
  });
}

function pathOfUndefined(value: unknown, path: string): string | null {
  if (typeof value !== 'object' || value === null || value instanceof ObjectId) return null;
  if (ArrayBuffer.isView(value)) return null;
  for (const [name, each] of Object.entries(value)) {
    const found = each === undefined ? `${path}.${name}` : pathOfUndefined(each, `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}
