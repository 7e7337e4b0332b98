import type { AuditRow } from '../../../shared/schemas/audit.ts';

interface Difference {
  /** Of a value inside another: `suspension.until`. */
  readonly name: string;
  readonly removed: readonly unknown[];
  readonly added: readonly unknown[];
}

/** What changed. Of a list, only what was taken out and put in. */
export function differencesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): readonly Difference[] {
  const [old, present] = [flatten(before), flatten(after)];
  return [...new Set([...old.keys(), ...present.keys()])]
    .map((name) => {
      const [was, is] = [itemsOf(old.get(name)), itemsOf(present.get(name))];
      return { name, removed: without(was, is), added: without(is, was) };
    })
    .filter(({ removed, added }) => removed.length + added.length > 0);
}

function flatten(values: Readonly<Record<string, unknown>> | null): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(values ?? {}).flatMap(([name, value]): [string, unknown][] =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each])
        : [[name, value]],
    ),
  );
}

function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

function without(items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others.map((each) => JSON.stringify(each)));
  return items.filter((each) => !known.has(JSON.stringify(each)));
}
