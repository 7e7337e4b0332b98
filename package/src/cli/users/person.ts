import type { FoyerClient } from '../../client.ts';

type ImportInput = Parameters<FoyerClient['users']['import']['mutate']>[0];
export type ImportedUser = ImportInput['people'][number];

export interface ConvertedUser {
  readonly person: { readonly [Key in keyof ImportedUser]: ImportedUser[Key] | undefined };
  /** What the import leaves out, one sentence each. */
  readonly notes?: readonly string[];
}

export type AnyRecord = Readonly<Record<string, unknown>>;

export interface ConversionOptions {
  /** Provider ids here by their ids there. An empty one leaves the connection out. */
  readonly providers: ReadonlyMap<string, string>;
  /** The hash parameters as Firebase's console shows them. */
  readonly hashConfig: string | null;
}

/** Throws an `Error` whose message goes into the report. */
export type Convert = (record: AnyRecord, options: ConversionOptions) => ConvertedUser;

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function requiredText(record: AnyRecord, key: string): string {
  const text = textOf(record[key]);
  if (text === undefined) throw new Error(`The record has no “${key}”.`);
  return text;
}

export function objectOf(value: unknown): AnyRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AnyRecord) : {};
}

export function objectsOf(value: unknown): readonly AnyRecord[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** ISO 8601 in UTC, from milliseconds or any form of ISO 8601. */
export function momentOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const at = new Date(/^\d+$/.test(text) ? Number(text) : text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

export function joinedName(...parts: readonly unknown[]): string | undefined {
  return parts.map(textOf).filter(Boolean).join(' ') || undefined;
}

export interface Subject {
  readonly provider: string;
  readonly subject: string;
}

/** The connections that records name by these keys. */
export function subjectsOf(
  records: readonly AnyRecord[],
  providerKey: string,
  subjectKey: string,
): Subject[] {
  return records.map((record) => ({
    provider: requiredText(record, providerKey),
    subject: requiredText(record, subjectKey),
  }));
}

/** The connections to providers that this Foyer has. */
export function accountsOf(
  subjects: readonly Subject[],
  { providers }: ConversionOptions,
): ImportedUser['accounts'] {
  const accounts = subjects.map(({ provider, subject }) => ({
    provider: providers.get(provider) ?? provider,
    providerAccountId: subject,
  }));
  const kept = accounts.filter(({ provider }) => provider !== '');
  return kept.length === 0 ? undefined : kept;
}

/** Standard base64 without padding, as PHC strings use it, from any alphabet. */
export function phcBase64(text: string): string {
  return phcBytes(Buffer.from(text, 'base64'));
}

export function phcBytes(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

export function defined(person: ConvertedUser['person']): ImportedUser {
  const members = Object.entries(person).filter(([, value]) => value !== undefined);
  // `requiredText` guarantees the external id.
  return Object.fromEntries(members) as ImportedUser;
}
