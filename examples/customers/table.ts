import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Customer {
  id: string;
  name: string | null;
  email: string | null;
  suspended: boolean;
  roles: string[];
}

/** The last event about each person that the table knows, also for a deleted one, so that old news changes nothing. */
interface Row {
  id: string;
  sequence: number;
  /** `null`: the person is deleted. A large table may remove such a row after 30 days, when no event about the person is kept. */
  customer: Customer | null;
}

/** `everybody`: a whole list follows, and ends with a cursor. */
type Line = { row: Row } | { cursor: string } | { everybody: true };

/**
 * The table `customers`: a file with one JSON line for each change, read at start. A line that a crash cut is dropped, and the event that it was
 * about comes again. Your application has a database instead. What counts is the same there: one write that checks `sequence`.
 */
export class CustomerTable {
  readonly rows = new Map<string, Row>();
  cursor: string | undefined;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const line of text.split('\n').slice(0, -1)) this.#apply(JSON.parse(line) as Line);
    // One line for each row, and no line that a crash cut.
    const lines: Line[] = [...this.rows.values()].map((row) => ({ row }));
    if (this.cursor !== undefined) lines.push({ cursor: this.cursor });
    writeFileSync(`${file}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { flush: true });
    renameSync(`${file}.new`, file);
  }

  /** Whether the table knows this event, or a later one about the same person. */
  knows(id: string, sequence: number): boolean {
    return (this.rows.get(id)?.sequence ?? 0) >= sequence;
  }

  /** Stores how a person was after an event. Old news changes nothing. */
  store(row: Row): void {
    if (!this.knows(row.id, row.sequence)) this.#write({ row });
  }

  /** Stores how far the events were read. */
  moveTo(cursor: string): void {
    if (cursor !== this.cursor) this.#write({ cursor });
  }

  /** Stores a whole list of people. Later events count from the beginning, because a list has no `sequence`. */
  replaceAll(customers: readonly Customer[], cursor: string): void {
    this.#write({ everybody: true });
    for (const customer of customers) this.#write({ row: { id: customer.id, sequence: 0, customer } });
    this.#write({ cursor });
  }

  #write(line: Line): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`, { flush: true });
    this.#apply(line);
  }

  #apply(line: Line): void {
    if ('row' in line) this.rows.set(line.row.id, line.row);
    else if ('cursor' in line) this.cursor = line.cursor;
    else {
      this.rows.clear();
      this.cursor = undefined;
    }
  }
}
