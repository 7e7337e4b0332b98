import type { z } from 'zod';
import type { FieldOptions, LocalizedText } from '../../shared/configuration-types.ts';
import type { FoyerConfig } from '../../shared/foyer-config.ts';
import type { OAuthClient } from './oauth/oauth-client.ts';

export interface OwnField {
  /** The key in `UserDocument.data`. */
  readonly name: string;
  readonly schema: z.ZodType;
  readonly options: FieldOptions;
}

export interface DeclaredScope {
  readonly name: string;
  readonly label: LocalizedText;
  readonly description: LocalizedText | null;
}

export interface Configuration {
  readonly ownFields: readonly OwnField[];
  readonly permissions: readonly string[];
  /** The permissions by role. */
  readonly roles: ReadonlyMap<string, readonly string[]>;
  /** The roles that are declared `grave`, without `administrator`, which always is. */
  readonly graveRoles: ReadonlySet<string>;
  /** In the order of the form. */
  readonly scopes: readonly DeclaredScope[];
  readonly clients: readonly OAuthClient[];
  readonly admit: NonNullable<FoyerConfig['admit']> | null;
  readonly claims: NonNullable<FoyerConfig['claims']> | null;
}

export const EMPTY_CONFIGURATION: Configuration = {
  ownFields: [],
  permissions: [],
  roles: new Map(),
  graveRoles: new Set(),
  scopes: [],
  clients: [],
  admit: null,
  claims: null,
};
