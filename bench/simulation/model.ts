import { compile, type Bindings, type Doc } from './documents.ts';
import type { BoundOperation } from './replica-set.ts';
import type { Command, FlowName, Operation, Template, TemplateObject, Traces } from './traces.ts';

/** What protects the product. Each of them can be taken out. */
export interface Rules {
  /** A write is acknowledged when the majority has it. */
  readonly majority: boolean;
  /** A second attempt has the number of the first one. */
  readonly retryIds: boolean;
  readonly uniqueIndexes: boolean;
  /** Reads go to the primary, and not to any member. */
  readonly primaryReads: boolean;
  /** A session is live only while its user lists it. */
  readonly listDecides: boolean;
  /** Deliveries are stored before an event gets its position. */
  readonly handOverFirst: boolean;
  /** Followers see a position only after it was acknowledged. */
  readonly confirmAfterPositions: boolean;
  /** Events whose process was killed are settled by another one. */
  readonly repair: boolean;
  /** A job goes only after it ran. */
  readonly removeAfterRun: boolean;
}

export const ALL_RULES: Rules = {
  majority: true,
  retryIds: true,
  uniqueIndexes: true,
  primaryReads: true,
  listDecides: true,
  handOverFirst: true,
  confirmAfterPositions: true,
  repair: true,
  removeAfterRun: true,
};

/** Takes a condition out of the filters of a recorded command. */
export interface Removal {
  readonly flow: FlowName;
  readonly command: string;
  /** The key of the condition, at any depth. */
  readonly condition: string;
}

export interface CompiledCommand {
  readonly isRead: boolean;
  /** The driver tries it again by itself (retryable reads and writes). */
  readonly canRetry: boolean;
  readonly isOrdered: boolean;
  bind(bindings: Bindings): BoundOperation[];
}

export interface Model {
  readonly rules: Rules;
  /** A command of a flow by its name. */
  command(flow: FlowName, name: string): CompiledCommand;
}

export function createModel(
  traces: Traces,
  rules: Rules = ALL_RULES,
  removals: readonly Removal[] = [],
): Model {
  const compiled = new Map<string, Map<string, CompiledCommand>>();
  for (const [flow, trace] of Object.entries(traces)) {
    const commands = new Map<string, CompiledCommand>();
    compiled.set(flow, commands);
    for (const command of trace) {
      const own = removals.filter((each) => each.flow === flow && each.command === command.name);
      commands.set(command.name, compileCommand(own.reduce(withoutCondition, command)));
    }
  }
  return {
    rules,
    command(flow, name) {
      const found = compiled.get(flow)?.get(name);
      if (!found) throw new Error(`the trace of "${flow}" has no ${name}`);
      return found;
    },
  };
}

function withoutCondition(command: Command, { flow, condition }: Removal): Command {
  let isFound = false;
  const strip = (template: Template): Template => {
    if (Array.isArray(template)) return (template as readonly Template[]).map(strip);
    if (template === null || typeof template !== 'object') return template;
    const kept = Object.entries(template as TemplateObject).filter(([key]) => key !== condition);
    if (kept.length < Object.keys(template).length) isFound = true;
    return Object.fromEntries(kept.map(([key, value]) => [key, strip(value)]));
  };
  const operations = command.operations.map((operation): Operation =>
    operation.kind === 'insert'
      ? operation
      : { ...operation, filter: strip(operation.filter) as TemplateObject },
  );
  if (!isFound) throw new Error(`${command.name} of "${flow}" has no condition ${condition}`);
  return { ...command, operations };
}

function compileCommand({ name, operations }: Command): CompiledCommand {
  const compiledOperations = operations.map(compileOperation);
  return {
    isRead: operations.every(({ kind }) => kind === 'find'),
    canRetry: operations.every((operation) => operation.kind !== 'delete' || !operation.many),
    isOrdered: name !== 'insert deliveries',
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
  const sort = Object.keys(all.sort).length > 0 ? (all.sort as Doc) : null;
  const limit = operation.kind === 'find' ? (operation.limit ?? 0) : 0;
  const isUpsert = operation.kind === 'update' && operation.upsert === true;
  const many = operation.kind === 'delete' && operation.many === true;
  const answers = operation.kind === 'update' || operation.kind === 'delete' ? operation.answers : 'count';
  // Written out, because a copied object takes much longer, and this runs for every command.
  return (bindings) => ({
    kind,
    collection,
    filter: filter(bindings) as Doc,
    document: document(bindings) as Doc,
    update: update(bindings),
    arrayFilters: arrayFilters(bindings) as readonly Doc[],
    sort,
    limit,
    isUpsert,
    many,
    answers,
  });
}
