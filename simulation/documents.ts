import type { Template, TemplateObject } from './traces.ts';

/** A value as the model stores it: an id is a text, a date is a number of milliseconds. */
export type Value = undefined | null | boolean | number | string | readonly Value[] | Doc;
export interface Doc {
  readonly [field: string]: Value;
}

export interface Bindings {
  /** The time of the process. */
  readonly now: number;
  valueOf(name: string): Value;
}

type Bind = (bindings: Bindings) => Value;
const NAME = /^@(\w+)(?:([+-]\d+))?$/;

/** Compiles a template once. All uses share the parts without a name. */
export function compile(template: Template): Bind {
  if (!JSON.stringify(template).includes('"@')) return () => template;
  if (typeof template === 'string') return compileName(template);
  if (isList(template)) {
    const parts = template.map(compile);
    return (bindings) => parts.map((bind) => bind(bindings));
  }
  const parts = Object.entries(template as TemplateObject).map(
    ([key, value]) => [key, compile(value)] as const,
  );
  return (bindings) => {
    const bound: Record<string, Value> = {};
    for (const [key, bind] of parts) bound[key] = bind(bindings);
    return bound;
  };
}

function compileName(text: string): Bind {
  const [, name, offset = '0'] = NAME.exec(text) ?? [];
  if (name === undefined) return () => text;
  if (name === 'now') return ({ now }) => now + Number(offset);
  return (bindings) => bindings.valueOf(name);
}

function isList(value: Value | Template): value is readonly Value[] {
  return Array.isArray(value);
}

function isDoc(value: Value | TemplateObject): value is Doc {
  return value !== null && typeof value === 'object' && !isList(value);
}

function fail(what: string): never {
  throw new Error(`the model does not know ${what}`);
}

export function textOf(value: Value): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}

export function equal(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((value, index) => equal(value, other[index]));
  if (!isDoc(one) || !isDoc(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => equal(one[key], other[key]));
}

/** The list in a field of a document; empty where there is none. */
export function listOf(doc: Doc | null | undefined, field: string): readonly Doc[] {
  return (doc?.[field] ?? []) as readonly Doc[];
}

/** All values at a path. A list on the path gives those of each of its parts, as in MongoDB. */
export function valuesAt(value: Value, path: string): Value[] {
  return collect(value, path.split('.'), 0);
}

function collect(value: Value, path: readonly string[], from: number): Value[] {
  const key = path[from];
  if (key === undefined) return [value];
  if (isList(value)) {
    if (/^\d+$/.test(key)) return collect(value[Number(key)], path, from + 1);
    return value.filter(isDoc).flatMap((each) => collect(each, path, from));
  }
  return isDoc(value) ? collect(value[key], path, from + 1) : [undefined];
}

export function matches(doc: Doc, filter: Doc): boolean {
  for (const key in filter) if (!matchesKey(doc, key, filter[key])) return false;
  return true;
}

function matchesKey(doc: Doc, key: string, condition: Value): boolean {
  switch (key) {
    case '$and':
      return (condition as readonly Doc[]).every((each) => matches(doc, each));
    case '$or':
      return (condition as readonly Doc[]).some((each) => matches(doc, each));
  }
  if (key.startsWith('$')) fail(key);
  const values = key.includes('.') ? valuesAt(doc, key) : [doc[key]];
  return matchesValues(values, condition);
}

function matchesValues(values: readonly Value[], condition: Value): boolean {
  if (!isOperators(condition))
    return values.some((value) => isOrHas(value, condition)) || (values.length === 0 && condition === null);
  for (const operator in condition) if (!holds(values, operator, condition[operator])) return false;
  return true;
}

function isOperators(condition: Value): condition is Doc {
  if (!isDoc(condition)) return false;
  for (const key in condition) return key.startsWith('$');
  return false;
}

function isOrHas(value: Value, expected: Value): boolean {
  if (equal(value, expected)) return true;
  if (expected === null) return value === undefined;
  return isList(value) && value.some((each) => equal(each, expected));
}

/** The values, with those of a list in its place. */
export function eachOf(values: readonly Value[]): readonly Value[] {
  return values.some(isList) ? values.flatMap((value) => (isList(value) ? [...value] : [value])) : values;
}

function holds(values: readonly Value[], operator: string, wanted: Value): boolean {
  switch (operator) {
    case '$exists':
      return values.some((value) => value !== undefined) === wanted;
    case '$ne':
    case '$not':
      return !matchesValues(values, wanted);
    case '$in':
      return (wanted as readonly Value[]).some((each) => matchesValues(values, each));
    case '$nin':
      return !(wanted as readonly Value[]).some((each) => matchesValues(values, each));
    case '$all':
      return (wanted as readonly Value[]).every((each) => values.some((value) => isOrHas(value, each)));
    case '$elemMatch':
      return values.some(
        (value) => isList(value) && value.some((each) => isDoc(each) && matches(each, wanted as Doc)),
      );
    case '$type':
      return eachOf(values).some((value) => typeof value === wanted);
    case '$gt':
    case '$gte':
    case '$lte':
      return eachOf(values).some((value) => compares(value, operator, wanted));
  }
  return fail(operator);
}

function compares(value: Value, operator: '$gt' | '$gte' | '$lte', wanted: Value): boolean {
  if (typeof value !== typeof wanted || (typeof value !== 'number' && typeof value !== 'string'))
    return false;
  const other = wanted as typeof value;
  if (operator === '$gt') return value > other;
  return operator === '$gte' ? value >= other : value <= other;
}

/** The document after an update. It shares the unchanged parts. */
export function updated(doc: Doc, update: Value, arrayFilters: readonly Doc[], isInsert: boolean): Doc {
  if (isList(update)) return (update as readonly Doc[]).reduce(updatedByStage, doc);
  let changed = doc;
  for (const [operator, fields] of Object.entries(update as Doc)) {
    if (operator === '$setOnInsert' && !isInsert) continue;
    for (const [path, argument] of Object.entries(fields as Doc)) {
      changed = changeAt(changed, path.split('.'), 0, arrayFilters, (value) =>
        changedValue(operator, value, argument),
      ) as Doc;
    }
  }
  return changed;
}

function changedValue(operator: string, value: Value, argument: Value): Value {
  const list = isList(value) ? value : [];
  switch (operator) {
    case '$set':
    case '$setOnInsert':
      return argument;
    case '$unset':
      return undefined;
    case '$inc':
      return Number(value ?? 0) + Number(argument);
    case '$max':
      return typeof value === 'number' ? Math.max(value, Number(argument)) : argument;
    case '$push':
      return [...list, argument];
    case '$pop':
      return argument === -1 ? list.slice(1) : list.slice(0, -1);
    case '$pull':
      return value === undefined ? undefined : list.filter((each) => !isPulled(each, argument));
  }
  return fail(operator);
}

function isPulled(value: Value, argument: Value): boolean {
  if (isDoc(argument) && isDoc(value)) return matches(value, argument);
  return matchesValues([value], argument);
}

function changeAt(
  value: Value,
  path: readonly string[],
  from: number,
  arrayFilters: readonly Doc[],
  change: (value: Value) => Value,
): Value {
  const key = path[from];
  if (key === undefined) return change(value);
  const rest = (inner: Value) => changeAt(inner, path, from + 1, arrayFilters, change);
  const [, identifier] = /^\$\[(\w+)\]$/.exec(key) ?? [];
  if (identifier !== undefined) {
    const filter = filterOf(identifier, arrayFilters);
    return (value as readonly Value[]).map((each) => (matches(each as Doc, filter) ? rest(each) : each));
  }
  const doc = isDoc(value) ? value : {};
  const changed = rest(doc[key]);
  if (changed !== undefined) return { ...doc, [key]: changed };
  const { [key]: _removed, ...others } = doc;
  return others;
}

function filterOf(identifier: string, arrayFilters: readonly Doc[]): Doc {
  const prefix = `${identifier}.`;
  const own = arrayFilters.flatMap((filter) =>
    Object.entries(filter).filter(([key]) => key.startsWith(prefix)),
  );
  return Object.fromEntries(own.map(([key, value]) => [key.slice(prefix.length), value]));
}

function updatedByStage(doc: Doc, stage: Doc): Doc {
  const changed: Record<string, Value> = { ...doc };
  for (const [operator, fields] of Object.entries(stage)) {
    if (operator !== '$set') fail(`${operator} in a pipeline`);
    for (const [field, expression] of Object.entries(fields as Doc))
      changed[field] = evaluate(doc, expression);
  }
  return changed;
}

function evaluate(doc: Doc, expression: Value): Value {
  if (typeof expression === 'string' && expression.startsWith('$')) return doc[expression.slice(1)];
  if (!isOperators(expression)) return expression;
  const [[operator, argument] = ['', undefined]] = Object.entries(expression);
  if (operator === '$literal') return argument;
  const [first, second, third] = (argument as readonly Value[]).map((each) => evaluate(doc, each));
  switch (operator) {
    case '$eq':
      return equal(first, second);
    case '$max':
      return Math.max(Number(first ?? 0), Number(second ?? 0));
    case '$cond':
      return first === true ? second : third;
  }
  return fail(`${operator} in an expression`);
}

/** The document that an upsert inserts: the fields that the filter sets to a value, and the update. */
export function upserted(filter: Doc, update: Value): Doc {
  const fields = Object.entries(filter).filter(([key, value]) => !key.startsWith('$') && !isOperators(value));
  return updated(Object.fromEntries(fields), update, [], true);
}
