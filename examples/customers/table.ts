import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Customer {
  id: string;
  name: string | null;
  email: string | null;
  suspended: boolean;
  roles: string[];
}

/** The last known event of each user. A deleted user stays, so that older events change nothing. */
interface Row {
  id: string;
  sequence: number;
  /** `null`: deleted. A large table may remove such a row after 30 days, when its events have expired. */
  customer: Customer | null;
}

/** `everybody`: a complete list follows, and ends with a cursor. */
type Line = { row: Row } | { cursor: string } | { everybody: true };

/**
 * One JSON line for each change. A line that a crash cut is dropped, because its event comes again. Your
 * database needs the same thing: one write that checks `sequence`.
 */
export class CustomerTable {
  readonly rows = new Map<string, Row>();
  cursor: string | undefined;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const line of text.split('\n').slice(0, -1)) this.#apply(JSON.parse(line) as Line);
    // Drops old lines, and one that a crash cut.
    const lines: Line[] = [...this.rows.values()].map((row) => ({ row }));
    if (this.cursor !== undefined) lines.push({ cursor: this.cursor });
    writeFileSync(`${file}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { flush: true });
    renameSync(`${file}.new`, file);
  }

  /** Whether the table has this event or a later one of the same user. */
  knows(id: string, sequence: number): boolean {
    return (this.rows.get(id)?.sequence ?? 0) >= sequence;
  }

  /** Stores a user after an event. An older event changes nothing. */
  store(row: Row): void {
    if (!this.knows(row.id, row.sequence)) this.#write({ row });
  }

  moveTo(cursor: string): void {
    if (cursor !== this.cursor) this.#write({ cursor });
  }

  /** Stores a complete list. It has no `sequence`, so every later event counts. */
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
