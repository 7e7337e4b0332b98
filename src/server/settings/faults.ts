import type { z } from 'zod';

/** Contains no value of a variable, because a value may be a secret. */
export interface SettingsFault {
  readonly variable: string;
  /** The end of a sentence that begins with the variable: `is not set`. */
  readonly wrong: string;
  /** An imperative sentence: what to set instead. */
  readonly remedy: string;
}

/** Has all faults, so that an operator can repair them at once. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly SettingsFault[];

  constructor(faults: readonly SettingsFault[]) {
    const count =
      faults.length === 1
        ? 'one setting is not as it must be'
        : `${faults.length} settings are not as they must be`;
    const lines = faults.map(({ variable, wrong, remedy }) => `  ${variable} ${wrong}. ${remedy}`);
    super([`Foyer cannot start: ${count}.`, ...lines, 'See docs/settings.md for all settings.'].join('\n'));
    this.faults = faults;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

export class EnvironmentReader {
  readonly #environment: Environment;
  readonly #faults: SettingsFault[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  get faults(): readonly SettingsFault[] {
    return this.#faults;
  }

  /** Only set variables. */
  namesWith(prefix: string): string[] {
    return Object.keys(this.#environment).filter(
      (name) => name.startsWith(prefix) && this.text(name) !== null,
    );
  }

  /** The `<ID>` of the set variables `<prefix>_<ID>_<suffix>`, sorted. */
  idsOf(prefix: string, suffixes: readonly string[]): string[] {
    const pattern = new RegExp(`^${prefix}_([A-Z0-9]+(?:_[A-Z0-9]+)*?)_(?:${suffixes.join('|')})$`);
    const ids = this.namesWith(`${prefix}_`).map((name) => pattern.exec(name)?.[1]);
    return [...new Set(ids.filter((id) => id !== undefined))].sort();
  }

  /** Trimmed. Empty counts as unset, because compose files and CI write unset variables as empty. */
  text(name: string): string | null {
    return this.#environment[name]?.trim() || null;
  }

  /** `undefined` when unset or invalid. An invalid value becomes a fault. */
  value<T>(name: string, schema: z.ZodType<T, string>, remedy: string): T | undefined {
    const text = this.text(name);
    if (text === null) return undefined;
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    this.fault(name, result.error.issues[0]?.message ?? 'is not valid', remedy);
    return undefined;
  }

  fault(variable: string, wrong: string, remedy: string): void {
    this.#faults.push({ variable, wrong, remedy });
  }
}
