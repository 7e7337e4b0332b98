import { z } from 'zod';
import type { FieldOptions } from '../../shared/configuration-types.ts';
import { dataExport } from '../../shared/schemas/data.ts';
import { profile, setOwnDataInput } from '../../shared/schemas/profile.ts';
import { scopeName } from '../../shared/schemas/access-tokens.ts';
import { sessionUser } from '../../shared/schemas/session.ts';
import { ownData } from '../../shared/schemas/users.ts';
import { EMPTY_CONFIGURATION, type Configuration, type OwnField } from '../configuration/configuration.ts';
import { tokenScopes } from '../domain/rules/token-scopes.ts';

export type Json = Readonly<Record<string, unknown>>;
export type Fields = Readonly<Record<string, Json>>;

/** It may have more fields than these, which clients ignore. */
export function objectOf(description: string | null, required: Fields, optional: Fields = {}): Json {
  return {
    type: 'object',
    ...(description === null ? {} : { description }),
    properties: { ...required, ...optional },
    required: Object.keys(required),
  };
}

export type Direction = 'input' | 'output';
interface OwnDataUse {
  /** `null`: fields that are no longer declared may be in these values, too. */
  readonly isPart: ((options: FieldOptions, io: Direction) => boolean) | null;
}

/** A registry of zod also finds a schema that was made from a registered one, as by `describe`. */
const OWN_DATA = z
  .registry<OwnDataUse>()
  // In `users.*`, for service keys and administrators.
  .add(ownData, {
    isPart: ({ read, write }, io) =>
      (io === 'input' ? write : read).some((party) => party === 'application' || party === 'administrator'),
  })
  .add(profile.shape.data, { isPart: ({ read }) => read.includes('person') })
  .add(setOwnDataInput.shape.data, { isPart: ({ write }) => write.includes('person') })
  .add(sessionUser.shape.data, { isPart: ({ session }) => session === true })
  .add(dataExport.shape.profile.shape.data, { isPart: null });

const SCOPE_NAMES = z.registry().add(scopeName);
export type Declared = Pick<Configuration, 'ownFields' | 'scopes'>;

/** `io`: an input may be wider than its parsed value, such as a code with spaces. */
export function schemaOf(
  schema: z.ZodType,
  io: Direction,
  configuration: Declared = EMPTY_CONFIGURATION,
): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, schemaOptions(io, configuration));
  return rest;
}

export function schemaOptions(io: Direction, configuration: Declared) {
  const { ownFields } = configuration;
  return {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (SCOPE_NAMES.has(zodSchema)) {
        delete jsonSchema.maxLength;
        jsonSchema.enum = tokenScopes(configuration);
      }
      const isPart = OWN_DATA.get(zodSchema)?.isPart;
      if (isPart && ownFields.length > 0) {
        const fields = ownFields.filter(({ options }) => isPart(options, io));
        delete jsonSchema.propertyNames;
        jsonSchema.properties = Object.fromEntries(
          fields.map((field) => [field.name, toProperty(field, io)]),
        );
        jsonSchema.additionalProperties = false;
      }
      // A later version may answer more fields and languages, which a client must not refuse.
      if (io === 'output') {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        delete jsonSchema.propertyNames;
      }
    },
  } satisfies Parameters<typeof z.toJSONSchema>[1];
}

export function ownFieldSchema({ schema }: OwnField, io: Direction): Json {
  // zod copies the metadata into the schema, also what `field` has put there.
  const { foyer: _options, ...jsonSchema } = schemaOf(schema, io);
  return jsonSchema;
}

/** `null` removes a value. */
function toProperty(field: OwnField, io: Direction): Json {
  const jsonSchema = ownFieldSchema(field, io);
  return io === 'output' ? jsonSchema : { anyOf: [jsonSchema, { type: 'null' }] };
}
