/** `path` contains the keys that lead to the fault. `message` is a sentence. */
export type Report = (path: readonly string[], message: string) => void;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
