import type { Document, ObjectId } from 'mongodb';
import type { Operation, Template } from './traces.ts';

/** Fields with random, sealed or long values that decide nothing. */
const OPAQUE =
  /(?:^|\.)(?:body|payload|salt|familyHash|sessionToken|lastFour|sealed|nameKey|namePrefixes|emailPrefixes|label|requests\.token|token\.\$in)$/;
/** The name of the value at a place of a command. */
const NAMED_PLACES: readonly (readonly [place: RegExp, name: string | number])[] = [
  // The ids of people differ, and the model has one partition.
  [/^events document\.partition$/, 0],
  [/^sessions document\.sessionToken$/, '@token'],
  [/^users .*\$push\.outbox\._id$/, '@entry'],
  [/^users .*\$push\.outbox\.events\._id$/, '@event'],
  [/^users document\.outbox\._id$/, '@entry'],
  [/^users document\.outbox\.events\._id$/, '@event'],
  [/^users document\._id$/, '@user'],
  // The outbox starts with the oldest entry, which may be another one.
  [/^users filter\.outbox\.0\._id$/, '@oldest'],
  [/^users update\.\$pull\.outbox\._id\.\$in$/, '@written'],
  [/^users update\.\$inc\.eventSequence$/, '@count'],
  [/^sessions document\._id$/, '@session'],
  [/^users filter.*client\.generation$/, '@generation'],
  [/^users update.*client\.generation$/, '@nextGeneration'],
  [/^events document\.sequence$/, '@sequence'],
  [/^events .*\$set\.position$/, '@position'],
  [/^events .*\$set\.numberedAt$/, '@numberedAt'],
  [/^event_partitions .*\$set\.last\.\$max$/, '@last'],
  [/^deliveries filter\.dueAt$/, '@leasedUntil'],
  [/^deliveries filter\.attemptCount$/, '@attempt'],
  [/^deliveries update\.\$set\.dueAt\.\$literal$/, '@nextDueAt'],
  [/^deliveries document\._id$/, '@delivery'],
];

/** The key of a value in the names at the start of a recording. `1` and `'1'` differ. */
export function nameKey(value: unknown): string {
  return typeof value === 'number' ? `#${value}` : String(value);
}

type RawOperation = Document & { readonly kind: string; readonly collection: string };

export function operationsOf(name: string, command: Document): RawOperation[] {
  const collection = String(command[name]);
  switch (name) {
    case 'find': {
      const { level } = (command['readConcern'] ?? {}) as { readonly level?: string };
      return [
        {
          kind: 'find',
          collection,
          filter: command['filter'] as Document,
          ...given(command, 'sort', 'limit'),
          ...(level === undefined ? {} : { readConcern: level }),
        },
      ];
    }
    // Looks for partitions with work, at the same time as another read.
    case 'distinct':
      return [];
    case 'insert':
      return (command['documents'] as Document[]).map((document) => ({
        kind: 'insert',
        collection,
        document,
      }));
    case 'update':
      return (command['updates'] as Document[]).map((each) =>
        updateOf(collection, each['q'], each['u'], each),
      );
    case 'delete':
      return (command['deletes'] as Document[]).map((each) => ({
        kind: 'delete',
        collection,
        filter: each['q'] as Document,
        ...(each['limit'] === 0 ? { many: true } : {}),
        answers: 'count',
      }));
    case 'findAndModify': {
      const { query, update } = command;
      if (command['remove'] === true)
        return [{ kind: 'delete', collection, filter: query as Document, answers: 'before' }];
      return [
        {
          ...updateOf(collection, query, update, command),
          ...given(command, 'sort'),
          answers: command['new'] === true ? 'after' : 'before',
        },
      ];
    }
    case 'bulkWrite':
      return (command['ops'] as Document[]).map((each) => {
        const isInsert = typeof each['insert'] === 'number';
        const space = (command['nsInfo'] as { ns: string }[])[
          Number(isInsert ? each['insert'] : each['update'])
        ];
        const of = space?.ns.split('.').slice(1).join('.') ?? '';
        return isInsert
          ? { kind: 'insert', collection: of, document: each['document'] as Document }
          : updateOf(of, each['filter'], each['updateMods'], each);
      });
    default:
      throw new Error(`the recorder does not know the command ${name}`);
  }
}

function updateOf(collection: string, filter: unknown, update: unknown, from: Document): RawOperation {
  if (from['multi'] === true)
    throw new Error(`${collection}: an update of many documents is not in the model`);
  return {
    kind: 'update',
    collection,
    filter,
    update,
    ...given(from, 'arrayFilters'),
    ...(from['upsert'] === true ? { upsert: true } : {}),
    answers: 'count',
  };
}

function given(from: Document, ...names: string[]): Document {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value: unknown = from[name];
      if (value === undefined) return [];
      return [[name, value instanceof Map ? Object.fromEntries(value) : value]];
    }),
  );
}

/** Not by its class: the peers of the benchmark bring another driver, which this folder finds first. */
const isObjectId = (value: unknown): value is ObjectId =>
  typeof value === 'object' && value !== null && 'toHexString' in value;

/** The operation with names for everything that differs from run to run. */
export function toTemplate(raw: RawOperation, names: Map<string, string>, now: Date): Operation {
  const { kind, collection, ...rest } = raw;
  const read = (value: unknown, place: string): Template => {
    const named = NAMED_PLACES.find(([pattern]) => pattern.test(place))?.[1];
    // An object here is an expression, and `$last` is a path in it.
    const isPlain =
      isObjectId(value) ||
      value instanceof Date ||
      (Array.isArray(value) && place.endsWith('.$in')) ||
      /^(?:number|string)$/.test(typeof value);
    if (named !== undefined && isPlain && value !== '$last') {
      if (!isObjectId(value)) return named;
      return names.has(value.toHexString()) ? named : nameOf(value.toHexString(), names, String(named));
    }
    if (isObjectId(value)) return nameOf(value.toHexString(), names);
    if (value instanceof Date)
      return value.getTime() === 0 ? 0 : withOffset('@now', value.getTime() - now.getTime());
    if (typeof value === 'number') return names.get(nameKey(value)) ?? value;
    if (typeof value === 'string') {
      const known = names.get(value);
      if (known !== undefined) return known;
      return OPAQUE.test(place) ? 'opaque' : value;
    }
    if (Array.isArray(value)) return value.map((each) => read(each, place));
    if (value !== null && typeof value === 'object') {
      const fields = Object.entries(value as Document)
        // These texts are for people.
        .filter(
          ([key, field]) =>
            field !== undefined && !(collection === 'deliveries' && key === 'attempts' && kind === 'update'),
        )
        .map(
          ([key, field]) =>
            [key, read(field, key === '$and' || key === '$or' ? place : `${place}.${key}`)] as const,
        );
      return Object.fromEntries(fields);
    }
    return value as Template;
  };
  const fields = Object.entries(rest).map(
    ([key, value]) => [key, read(value, `${collection} ${key}`)] as const,
  );
  return { kind, collection, ...Object.fromEntries(fields) } as unknown as Operation;
}

/** The second id at places of one name gets the name with a 2: the second event of a change, for example. */
function nameOf(id: string, names: Map<string, string>, name = '@id'): string {
  const known = names.get(id);
  if (known !== undefined) return known;
  const nth = [...names.values()].filter((each) => each.replace(/\d+$/, '') === name).length + 1;
  const made = nth === 1 ? name : `${name}${nth}`;
  names.set(id, made);
  return made;
}

function withOffset(name: string, ms: number): string {
  if (ms === 0) return name;
  return ms > 0 ? `${name}+${ms}` : `${name}${ms}`;
}
