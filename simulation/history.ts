import type { Bindings, Doc, Value } from './documents.ts';
import type { CompiledCommand, Model } from './model.ts';
import { ReplicaSet, type Answer, type BoundOperation, type Entry, type Member } from './replica-set.ts';
import type { FlowName } from './traces.ts';
import type { SeededRandom } from '../src/testing/run/seeded-random.ts';

/** MongoDB's default: a primary that reaches no majority steps down after this time. */
export const ELECTION_TIMEOUT_MS = 10_000;
const SKEWS_MS = [0, 0, 0, 20, -20, 1500, -1500, 45_000, -45_000] as const;
/** Some histories take hardly any time, so that no lease and no wait for an election ends. */
const STEPS_MS = [
  [1, 5, 20, 100, 400],
  [1, 1, 5, 5, 50, 50, 400, 3000],
  [1, 1, 1, 5, 50, 400, 3000, 15_000],
] as const;
const COPY_RATES = [0.9, 0.6, 0.25] as const;
const MOST_STEPS = 400;
const MOST_WAITS = 12;

export type Values = Readonly<Record<string, Value>>;

export interface Request {
  readonly command: CompiledCommand;
  readonly operations: readonly BoundOperation[];
}

/** One process's work: it sends commands, and gets the answers of their operations. */
export type Flow<Result = unknown> = Generator<Request, Result, readonly Answer[]>;

/** The database did not answer, and nobody knows whether it wrote. */
export class UnknownOutcomeError extends Error {}

export type Outcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'unknown' | 'killed' };

interface Ready {
  readonly kind: 'ready';
  readonly answers: readonly Answer[];
  readonly failed: boolean;
}
interface Sending {
  readonly kind: 'sending';
  readonly request: Request;
  readonly attempt: number;
}
interface Waiting extends Omit<Sending, 'kind'> {
  readonly kind: 'waiting';
  readonly answers: readonly Answer[];
  readonly member: Member;
  readonly term: number;
  readonly index: number;
  readonly entry: Entry | undefined;
  readonly waits: number;
}

/** A process with its clock, its view of the database, and the one call that it runs. */
export class Process {
  outcome: Outcome | null = null;
  state: Ready | Sending | Waiting = { kind: 'ready', answers: [], failed: false };
  /** The member that the process takes for the primary. */
  view: Member;
  statements = 0;
  readonly sent: Request[] = [];
  lastRead: { readonly at: number; readonly from: 'primary' | 'superseded primary' | 'secondary' };
  readonly flow: Flow;
  readonly name: string;
  readonly skewMs: number;
  readonly history: History;

  constructor(history: History, name: string, skewMs: number, flow: (process: Process) => Flow) {
    this.history = history;
    this.name = name;
    this.skewMs = skewMs;
    this.view = history.set.primary();
    this.lastRead = { at: history.time, from: 'primary' };
    this.flow = flow(this);
  }

  now(): number {
    return this.history.time + this.skewMs;
  }

  /** Values for the names of a recorded command. A name without a value gets one of this process. */
  bindings(values: Values): Bindings {
    const { name: own } = this;
    return { now: this.now(), valueOf: (name) => (name in values ? values[name] : `${own}.${name}`) };
  }

  /** Sends a recorded command, once for each of `values`. */
  *send(flow: FlowName, name: string, values: Values | readonly Values[]): Flow<readonly Answer[]> {
    const command = this.history.model.command(flow, name);
    const each = (Array.isArray(values) ? values : [values]) as readonly Values[];
    const operations = each.flatMap((bound) => command.bind(this.bindings(bound)));
    return yield* this.sendBound(command, operations);
  }

  *sendBound(command: CompiledCommand, operations: readonly BoundOperation[]): Flow<readonly Answer[]> {
    const request = { command, operations };
    this.sent.push(request);
    return yield request;
  }
}

/** One history: processes on a replica set, with an order and faults that a seed chooses. */
export class History {
  time = 1_000_000_000;
  readonly processes: Process[] = [];
  readonly model: Model;
  readonly set: ReplicaSet;
  readonly choices: SeededRandom;
  /** What a caller saw against the checks of the scenario. */
  readonly faults: string[] = [];
  /** The longest time for which a superseded primary showed an ended session, in milliseconds. */
  stalestMs = 0;
  /** How often a member copies the log: members lag when it is low. */
  readonly #copyRate: number;
  readonly #stepsMs: readonly number[];
  #faultsLeft: number;

  constructor(
    model: Model,
    choices: SeededRandom,
    documents: readonly (readonly [collection: string, doc: Doc])[],
  ) {
    this.model = model;
    this.choices = choices;
    this.set = new ReplicaSet(documents, model.withoutIndex);
    this.#faultsLeft = Math.floor(choices.next() * 6);
    this.#stepsMs = choices.pick(STEPS_MS);
    this.#copyRate = choices.pick(COPY_RATES);
  }

  mustHold(holds: boolean, fault: string): void {
    if (!holds) this.faults.push(fault);
  }

  start(name: string, flow: (process: Process) => Flow): Process {
    const process = new Process(this, name, this.choices.pick(SKEWS_MS), flow);
    this.processes.push(process);
    return process;
  }

  /** Runs all processes with faults. Then the members agree again, and the rest ends without faults. */
  run(): void {
    for (let step = 0; step < MOST_STEPS; step++) {
      const running = this.processes.filter(({ outcome }) => outcome === null);
      if (running.length === 0) break;
      this.#passTime();
      if (this.#faultsLeft > 0 && this.choices.chance(0.08)) this.#fault(running);
      if (this.choices.chance(this.#copyRate)) this.#copy();
      this.#advance(this.choices.pick(running), true);
    }
    this.heal();
    for (const process of this.processes) this.#finish(process);
  }

  /** Runs one more process without faults, such as a repair. */
  finish(name: string, flow: (process: Process) => Flow): Process {
    const process = new Process(this, name, 0, flow);
    this.#finish(process);
    if (process.outcome?.kind !== 'done') this.faults.push(`${name} did not end`);
    return process;
  }

  /** Lets all members reach each other and have one log. */
  heal(): void {
    this.set.reconnect();
    this.#faultsLeft = 0;
    for (const member of this.set.members) this.set.copy(member);
  }

  #passTime(): void {
    this.time += this.choices.pick(this.#stepsMs);
    this.set.stepDown(this.time - ELECTION_TIMEOUT_MS);
  }

  #copy(): void {
    const member = this.choices.pick(this.set.members);
    const count = this.choices.chance(0.7) ? Infinity : member.log.length + 1;
    this.set.copy(member, count);
  }

  #fault(running: readonly Process[]): void {
    this.#faultsLeft--;
    const { set, choices } = this;
    const kind = Math.floor(choices.next() * 6);
    if (kind === 0) choices.pick(running).outcome = { kind: 'killed' };
    else if (kind === 1) set.elect();
    else if (set.isolated === null) {
      // The primary is cut off most often, because that matters most.
      set.isolate(kind === 2 ? choices.pick(set.members) : set.primary(), this.time);
      if (choices.chance(0.7)) set.elect();
      // Some processes are on the other side, and see the new primary at once.
      for (const process of running) if (choices.chance(0.5)) process.view = set.primary();
    } else if (kind === 3) set.elect();
    else set.reconnect();
  }

  #finish(process: Process): void {
    for (let step = 0; process.outcome === null && step < MOST_STEPS; step++) {
      this.time += 1;
      this.#advance(process, false);
      for (const member of this.set.members) this.set.copy(member);
    }
    if (process.outcome === null) this.faults.push(`${process.name} never ends`);
  }

  #advance(process: Process, faulty: boolean): void {
    const { state } = process;
    // A process learns of another primary some time after the election.
    if (!faulty || this.choices.chance(0.05)) process.view = this.set.primary();
    if (state.kind === 'ready') this.#resume(process, state);
    else if (state.kind === 'sending') this.#execute(process, state, faulty);
    else this.#wait(process, state, faulty);
  }

  #resume(process: Process, { answers, failed }: Ready): void {
    try {
      const next = failed ? process.flow.throw(new UnknownOutcomeError()) : process.flow.next(answers);
      if (next.done) process.outcome = { kind: 'done', value: next.value };
      else {
        process.statements++;
        process.state = { kind: 'sending', request: next.value, attempt: 0 };
      }
    } catch (error) {
      if (!(error instanceof UnknownOutcomeError)) throw error;
      process.outcome = { kind: 'unknown' };
    }
  }

  #execute(process: Process, state: Sending, faulty: boolean): void {
    const { request, attempt } = state;
    const { command, operations } = request;
    const { rules } = this.model;
    if (faulty && this.#isCut()) return this.#again(process, state);
    if (command.isRead) {
      const member = rules.primaryReads ? process.view : this.choices.pick(this.set.members);
      const answers = this.set.read(member, operations, !rules.primaryReads);
      if (!answers) return this.#again(process, state);
      const other = member.isPrimary ? 'superseded primary' : 'secondary';
      process.lastRead = { at: this.time, from: member === this.set.primary() ? 'primary' : other };
      process.state = { kind: 'ready', answers, failed: false };
      return;
    }
    const number = rules.retryIds ? process.statements : `${process.statements}-${attempt}`;
    const statement = command.canRetry ? `${process.name}.${number}` : null;
    const member = process.view;
    const answers = this.set.execute(member, operations, {
      by: process.name,
      statement,
      isOrdered: command.isOrdered,
    });
    if (!answers) return this.#again(process, state);
    const index = member.log.length - 1;
    const entry = member.log[index];
    process.state = {
      kind: 'waiting',
      request,
      attempt,
      answers,
      member,
      term: member.term,
      index,
      entry,
      waits: 0,
    };
    if (!rules.majority) this.#answer(process, process.state, faulty);
  }

  #wait(process: Process, state: Waiting, faulty: boolean): void {
    const { member, term, index, entry, waits } = state;
    const isLost = !member.isPrimary || member.term !== term || member.log[index] !== entry;
    if (isLost) return this.#again(process, state);
    if (entry === undefined || this.set.isOnMajority(index, entry))
      return this.#answer(process, state, faulty);
    if (waits < MOST_WAITS || !faulty) process.state = { ...state, waits: waits + 1 };
    // The driver does not repeat a write whose write concern timed out.
    else process.state = { kind: 'ready', answers: [], failed: true };
  }

  #answer(process: Process, state: Waiting, faulty: boolean): void {
    if (faulty && this.#isCut()) return this.#again(process, state);
    process.state = { kind: 'ready', answers: state.answers, failed: false };
  }

  #isCut(): boolean {
    if (this.#faultsLeft === 0 || !this.choices.chance(0.04)) return false;
    this.#faultsLeft--;
    return true;
  }

  /** The driver tries once more, at the primary of that moment. */
  #again(process: Process, { request, attempt }: Sending | Waiting): void {
    process.view = this.set.primary();
    process.state =
      attempt === 0 && request.command.canRetry
        ? { kind: 'sending', request, attempt: 1 }
        : { kind: 'ready', answers: [], failed: true };
  }
}
