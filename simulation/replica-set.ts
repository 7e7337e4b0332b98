import { equal, matches, textOf, updated, upserted, valuesAt, type Doc, type Value } from './documents.ts';
import type { Operation } from './traces.ts';
import { collide, UNIQUE_INDEXES } from './unique-indexes.ts';

/** An operation of a command with the values of one run. */
export interface BoundOperation {
  readonly kind: Operation['kind'];
  readonly collection: string;
  readonly filter: Doc;
  readonly document: Doc;
  readonly update: Value;
  readonly arrayFilters: readonly Doc[];
  readonly sort: Doc | null;
  readonly limit: number;
  readonly isMajority: boolean;
  readonly isUpsert: boolean;
  readonly many: boolean;
  readonly answers: 'before' | 'after' | 'count';
}

/** The answer of one operation. `count` is 0 for a write of no document. */
export interface Answer {
  readonly count: number;
  readonly doc: Doc | null;
  readonly docs: readonly Doc[];
  readonly isDuplicate: boolean;
}

export interface Entry {
  readonly term: number;
  readonly collection: string;
  readonly id: string;
  readonly before: Doc | undefined;
  readonly after: Doc | undefined;
  /** Who wrote it, for the checks. */
  readonly by: string;
  /** The number by which a repeated write finds the answer of the first attempt. */
  readonly statement: string | null;
  readonly answer: Answer;
}

export interface Member {
  readonly log: Entry[];
  readonly data: Map<string, Map<string, Doc>>;
  readonly statements: Map<string, Answer>;
  /** The last term in which it took writes. */
  term: number;
  isPrimary: boolean;
  /** Since when it reaches no other member, or misses what the others did. */
  cutOffAt: number | null;
}

const NOTHING: Answer = { count: 0, doc: null, docs: [], isDuplicate: false };
const TERM_BEGINS = {
  collection: '',
  id: '',
  before: undefined,
  after: undefined,
  by: 'election',
  statement: null,
  answer: NOTHING,
} as const satisfies Partial<Entry>;
const DUPLICATE: Answer = { ...NOTHING, isDuplicate: true };

/** Three members with one log. The primary decides writes one by one; the others copy its log. */
export class ReplicaSet {
  readonly members: readonly Member[];
  /** The member that reaches no other member. Processes may still reach it. */
  isolated: Member | null = null;
  readonly #withoutIndex: string | null;

  constructor(
    documents: readonly (readonly [collection: string, doc: Doc])[],
    withoutIndex: string | null = null,
  ) {
    this.#withoutIndex = withoutIndex;
    this.members = [0, 1, 2].map((index) => {
      const data = new Map<string, Map<string, Doc>>();
      for (const [collection, doc] of documents) documentsOf(data, collection).set(textOf(doc['_id']), doc);
      return { log: [], data, statements: new Map(), term: 1, isPrimary: index === 0, cutOffAt: null };
    });
  }

  /** The member that the majority follows. A superseded one has a lower term. */
  primary(): Member {
    let newest: Member | undefined;
    for (const member of this.members)
      if (member.isPrimary && (!newest || member.term > newest.term)) newest = member;
    if (!newest) throw new Error('no member is primary');
    return newest;
  }

  /** The documents of the primary. */
  stored(collection: string): Doc[] {
    return [...documentsOf(this.primary().data, collection).values()];
  }

  isolate(member: Member, at: number): void {
    this.isolated = member;
    member.cutOffAt ??= at;
  }

  reconnect(): void {
    const { isolated } = this;
    if (isolated === this.primary()) isolated.cutOffAt = null;
    this.isolated = null;
  }

  stepDown(cutOffBefore: number): void {
    for (const member of this.members) {
      if (!member.isPrimary || member.cutOffAt === null || member.cutOffAt > cutOffBefore) continue;
      if (this.primary() === member) this.elect();
      member.isPrimary = this.primary() === member;
    }
  }

  /** Copies the primary's log up to a length, after it took back what the primary does not have. */
  copy(member: Member, upTo = Infinity): void {
    const primary = this.primary();
    if (member === primary || member === this.isolated || primary === this.isolated) return;
    member.isPrimary = false;
    member.cutOffAt = null;
    let shared = Math.min(member.log.length, primary.log.length);
    while (shared > 0 && member.log[shared - 1] !== primary.log[shared - 1]) shared--;
    while (member.log.length > shared) takeBack(member);
    for (let index = shared; index < Math.min(primary.log.length, upTo); index++)
      apply(member, primary.log[index] as Entry);
  }

  /** The members that reach each other elect the one with the newest log. */
  elect(): void {
    const voters = this.members.filter((member) => member !== this.isolated);
    const candidates = voters.filter((member) => member !== this.primary());
    const [first, ...others] = candidates.toSorted((one, other) => isNewer(other, one));
    if (!first || voters.length < 2 || others.some((other) => isNewer(other, first) > 0)) return;
    // The present primary votes too, if it is reached.
    const present = this.primary();
    if (present !== this.isolated) {
      if (isNewer(present, first) > 0) return;
      present.isPrimary = false;
    }
    first.term = Math.max(...this.members.map(({ term }) => term)) + 1;
    first.isPrimary = true;
    first.cutOffAt = null;
    // As in MongoDB, so that older entries count only together with one of the new term.
    apply(first, { ...TERM_BEGINS, term: first.term });
  }

  isOnMajority(index: number, entry: Entry): boolean {
    let count = 0;
    for (const { log } of this.members) if (log[index] === entry) count++;
    return count >= 2;
  }

  /** A member executes a command at once. Answers `null` when it takes no writes. */
  execute(
    member: Member,
    operations: readonly BoundOperation[],
    {
      by,
      statement,
      isOrdered,
    }: { readonly by: string; readonly statement: string | null; readonly isOrdered: boolean },
  ): Answer[] | null {
    if (!member.isPrimary) return null;
    const answers: Answer[] = [];
    for (const [index, operation] of operations.entries()) {
      const id = statement === null ? null : `${statement}.${index}`;
      const answer = (id !== null && member.statements.get(id)) || this.#run(member, operation, by, id);
      answers.push(answer);
      if (isOrdered && answer.isDuplicate) break;
    }
    return answers;
  }

  /** Reads of a member. Answers `null` when it is not primary, unless `isAllowed`. */
  read(member: Member, operations: readonly BoundOperation[], isAllowed = false): Answer[] | null {
    if (!member.isPrimary && !isAllowed) return null;
    return operations.map((operation) => this.#run(member, operation, '', null));
  }

  #run(member: Member, operation: BoundOperation, by: string, statement: string | null): Answer {
    const { kind, collection, filter, update, arrayFilters } = operation;
    const documents = documentsOf(member.data, collection);
    const write = (id: string, before: Doc | undefined, after: Doc | undefined, answer: Answer): Answer => {
      if (after && this.#isRefused(collection, documents, after, before)) return DUPLICATE;
      apply(member, { term: member.term, collection, id, before, after, by, statement, answer });
      return answer;
    };
    if (kind === 'insert') {
      const { document } = operation;
      return write(textOf(document['_id']), undefined, document, { ...NOTHING, count: 1, doc: document });
    }
    const found = find(operation.isMajority ? this.#majorityOf(member, collection) : documents, operation);
    if (kind === 'find')
      return { count: found.length, doc: found[0] ?? null, docs: found, isDuplicate: false };
    if (kind === 'delete') {
      const removed = operation.many ? found : found.slice(0, 1);
      for (const doc of removed) write(textOf(doc['_id']), doc, undefined, { ...NOTHING, count: 1, doc });
      return { ...NOTHING, count: removed.length, doc: removed[0] ?? null };
    }
    const [before] = found;
    if (before) {
      const after = updated(before, update, arrayFilters, false);
      const doc = operation.answers === 'after' ? after : before;
      return write(textOf(before['_id']), before, after, { ...NOTHING, count: 1, doc });
    }
    if (!operation.isUpsert) return NOTHING;
    const after = upserted(filter, update);
    const doc = operation.answers === 'after' ? after : null;
    return write(textOf(after['_id']), undefined, after, { ...NOTHING, count: 1, doc });
  }

  /** The documents without writes of a minority. Older entries count with one of the member's own term. */
  #majorityOf(member: Member, collection: string): Map<string, Doc> {
    const documents = new Map(documentsOf(member.data, collection));
    for (let index = member.log.length - 1; index >= 0; index--) {
      const entry = member.log[index] as Entry;
      if (entry.term === member.term && this.isOnMajority(index, entry)) break;
      if (entry.collection !== collection) continue;
      if (entry.before) documents.set(entry.id, entry.before);
      else documents.delete(entry.id);
    }
    return documents;
  }

  #isRefused(collection: string, documents: Map<string, Doc>, after: Doc, before: Doc | undefined): boolean {
    const id = textOf(after['_id']);
    if (!before && documents.has(id)) return true;
    for (const index of UNIQUE_INDEXES.get(collection) ?? []) {
      if (index.name === this.#withoutIndex) continue;
      for (const [other, doc] of documents) if (other !== id && collide(index, after, doc)) return true;
    }
    return false;
  }
}

function documentsOf(data: Map<string, Map<string, Doc>>, collection: string): Map<string, Doc> {
  let documents = data.get(collection);
  if (!documents) data.set(collection, (documents = new Map()));
  return documents;
}

function find(documents: Map<string, Doc>, { filter, sort, limit }: BoundOperation): Doc[] {
  const found: Doc[] = [];
  for (const doc of documents.values()) if (matches(doc, filter)) found.push(doc);
  if (sort && found.length > 1) found.sort((one, other) => compareBy(sort, one, other));
  return limit > 0 && found.length > limit ? found.slice(0, limit) : found;
}

function compareBy(sort: Doc, one: Doc, other: Doc): number {
  for (const [path, direction] of Object.entries(sort)) {
    const [a] = valuesAt(one, path);
    const [b] = valuesAt(other, path);
    if (equal(a, b)) continue;
    return (a ?? '') < (b ?? '') ? -Number(direction) : Number(direction);
  }
  return 0;
}

function apply(member: Member, entry: Entry): void {
  const { collection, id, after, statement, answer } = entry;
  member.log.push(entry);
  const documents = documentsOf(member.data, collection);
  if (after) documents.set(id, after);
  else documents.delete(id);
  if (statement !== null) member.statements.set(statement, answer);
}

function takeBack(member: Member): void {
  const entry = member.log.pop();
  if (!entry) return;
  const documents = documentsOf(member.data, entry.collection);
  if (entry.before) documents.set(entry.id, entry.before);
  else documents.delete(entry.id);
  if (entry.statement !== null) member.statements.delete(entry.statement);
}

/** Above 0 when the first member has the newer log. */
function isNewer({ log: one }: Member, { log: other }: Member): number {
  const byTerm = (one.at(-1)?.term ?? 0) - (other.at(-1)?.term ?? 0);
  return byTerm === 0 ? one.length - other.length : byTerm;
}
