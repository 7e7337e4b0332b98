import { compile, type Bindings, type Doc } from './documents.ts';
import type { BoundOperation } from './replica-set.ts';
import type { Command, FlowName, Operation, Template, TemplateObject, Traces } from './traces.ts';
import { UNIQUE_INDEXES, type UniqueIndex } from './unique-indexes.ts';

/** What protects the product. Each rule can be taken out. */
const ALL_RULES = {
  /** A write is acknowledged when the majority has it. */
  majority: true,
  /** A repeated write has the number of the first attempt. */
  retryIds: true,
  /** Reads go only to the primary. */
  primaryReads: true,
  /** A session is live only while its user lists it. */
  listDecides: true,
  /** Deliveries are stored before an event gets its position. */
  handOverFirst: true,
  /** Followers see a position only after it was acknowledged. */
  confirmAfterPositions: true,
  /** Another process writes the outbox of a killed one. */
  repair: true,
  /** A job is removed only after it ran. */
  removeAfterRun: true,
};
type Rules = Readonly<typeof ALL_RULES>;

export interface Removal {
  readonly flow: FlowName;
  readonly command: string;
  /** The key of a condition in the filters, at any depth. */
  readonly condition?: string;
  /** The key of a change in the updates, at any depth. */
  readonly change?: string;
  readonly readConcern?: true;
}

export interface Removals {
  readonly rule?: keyof Rules | undefined;
  readonly index?: string | undefined;
  readonly parts?: readonly Removal[] | undefined;
}

export interface CompiledCommand {
  readonly name: string;
  readonly isRead: boolean;
  /** The driver repeats it by itself (retryable reads and writes). */
  readonly canRetry: boolean;
  readonly isOrdered: boolean;
  bind(bindings: Bindings): BoundOperation[];
}

export interface Model {
  readonly rules: Rules;
  readonly withoutIndex: string | null;
  command(flow: FlowName, name: string): CompiledCommand;
}

export function createModel(traces: Traces, { rule, index, parts = [] }: Removals = {}): Model {
  const hasIndex = (each: readonly UniqueIndex[]) => each.some(({ name }) => name === index);
  if (index !== undefined && ![...UNIQUE_INDEXES.values()].some(hasIndex))
    throw new Error(`no unique index has the name ${index}`);
  const compiled = new Map<string, Map<string, CompiledCommand>>();
  for (const [flow, trace] of Object.entries(traces)) {
    const commands = new Map<string, CompiledCommand>();
    compiled.set(flow, commands);
    for (const command of trace) {
      const own = parts.filter((each) => each.flow === flow && each.command === command.name);
      commands.set(command.name, compileCommand(own.reduce(withoutPart, command)));
    }
  }
  return {
    rules: rule === undefined ? ALL_RULES : { ...ALL_RULES, [rule]: false },
    withoutIndex: index ?? null,
    command(flow, name) {
      const found = compiled.get(flow)?.get(name);
      if (!found) throw new Error(`the trace of "${flow}" has no ${name}`);
      return found;
    },
  };
}

function withoutPart(command: Command, { flow, condition, change, readConcern }: Removal): Command {
  let isFound = false;
  const strip = (template: Template, removed: string | undefined): Template => {
    if (Array.isArray(template)) return (template as readonly Template[]).map((each) => strip(each, removed));
    if (template === null || typeof template !== 'object') return template;
    const kept = Object.entries(template as TemplateObject).filter(([key]) => key !== removed);
    if (kept.length < Object.keys(template).length) isFound = true;
    return Object.fromEntries(kept.map(([key, value]) => [key, strip(value, removed)]));
  };
  const operations = command.operations.map((operation): Operation => {
    if (operation.kind === 'insert') return operation;
    const stripped = { ...operation, filter: strip(operation.filter, condition) as TemplateObject };
    if (stripped.kind === 'find' && stripped.readConcern && readConcern) {
      isFound = true;
      const { readConcern: _removed, ...rest } = stripped;
      return rest;
    }
    return stripped.kind === 'update' ? { ...stripped, update: strip(stripped.update, change) } : stripped;
  });
  if (!isFound)
    throw new Error(`${command.name} of "${flow}" has no ${condition ?? change ?? 'read concern'}`);
  return { ...command, operations };
}

function compileCommand({ name, operations, unordered }: Command): CompiledCommand {
  const compiledOperations = operations.map(compileOperation);
  return {
    name,
    isRead: operations.every(({ kind }) => kind === 'find'),
    canRetry: operations.every((operation) => operation.kind !== 'delete' || !operation.many),
    isOrdered: unordered !== true,
    bind: (bindings) => compiledOperations.map((each) => each(bindings)),
  };
}

function compileOperation(operation: Operation): (bindings: Bindings) => BoundOperation {
  const { kind, collection } = operation;
  const all = { filter: {}, document: {}, update: null, arrayFilters: [], sort: {}, ...operation };
  const filter = compile(all.filter);
  const document = compile(all.document);
  const update = compile(all.update);
  const arrayFilters = compile(all.arrayFilters);
  const sort = Object.keys(all.sort).length > 0 ? all.sort : null;
  const limit = operation.kind === 'find' ? (operation.limit ?? 0) : 0;
  const isMajority = operation.kind === 'find' && operation.readConcern === 'majority';
  const isUpsert = operation.kind === 'update' && operation.upsert === true;
  const many = operation.kind === 'delete' && operation.many === true;
  const answers = operation.kind === 'update' || operation.kind === 'delete' ? operation.answers : 'count';
  // Written out, because this runs for every command, and copying an object takes much longer.
  return (bindings) => ({
    kind,
    collection,
    filter: filter(bindings) as Doc,
    document: document(bindings) as Doc,
    update: update(bindings),
    arrayFilters: arrayFilters(bindings) as readonly Doc[],
    sort,
    limit,
    isMajority,
    isUpsert,
    many,
    answers,
  });
}
