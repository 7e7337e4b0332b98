import type { FieldParty } from './foyer-config.ts';
import type { Shape } from './plain-fields.ts';

/** What `/.well-known/foyer-configuration` says of an own field. */
export interface PublishedField {
  /** The JSON Schema of its values. */
  readonly schema: Shape;
  readonly label: { readonly en: string; readonly de?: string; readonly ar?: string };
  readonly read: readonly FieldParty[];
  readonly write: readonly FieldParty[];
  readonly session: boolean;
  readonly token: boolean;
  readonly indexed: boolean;
}

/** The answer of `/.well-known/foyer-configuration`. */
export interface PublishedConfiguration {
  readonly permissions: readonly string[];
  /** The permissions of each role. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly fields: Readonly<Record<string, PublishedField>>;
}
