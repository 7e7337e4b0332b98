import type { FieldParty, LocalizedText } from './configuration-types.ts';
import type { Shape } from './plain-fields.ts';

export interface PublishedField {
  /** The JSON Schema of its values. */
  readonly schema: Shape;
  readonly label: LocalizedText;
  readonly read: readonly FieldParty[];
  readonly write: readonly FieldParty[];
  readonly session: boolean;
  readonly token: boolean;
  readonly indexed: boolean;
}

/** `/.well-known/foyer-configuration`. */
export interface PublishedConfiguration {
  readonly permissions: readonly string[];
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** The roles that are declared `grave`, and `administrator`. */
  readonly graveRoles: readonly string[];
  readonly scopes: Readonly<
    Record<string, { readonly label: LocalizedText; readonly description: LocalizedText | null }>
  >;
  readonly fields: Readonly<Record<string, PublishedField>>;
}
