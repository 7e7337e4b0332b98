import type { z } from 'zod';

/** `path` contains the keys that lead to the fault. `message` is a sentence. */
export type Report = (path: readonly string[], message: string) => void;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `null` after reporting what is wrong. */
export function readOptions<T>(
  schema: z.ZodType<T>,
  value: unknown,
  path: readonly string[],
  fault: Report,
): T | null {
  const { data, error } = schema.safeParse(value);
  for (const issue of error?.issues ?? []) {
    fault(path, `has wrong options: ${[...issue.path.map(String), issue.message].join(': ')}.`);
  }
  return data ?? null;
}

export function reportUnknownKeys(
  declared: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: readonly string[],
  fault: Report,
): void {
  for (const key of Object.keys(declared)) {
    if (!known.includes(key)) fault([...path, key], `is unknown. The keys are ${known.join(', ')}.`);
  }
}
