import { z } from 'zod';
import type { ApiProcedure } from './api-procedures.ts';
import { schemaOptions, type Declared, type Direction, type Json } from './json-schema.ts';
import { NAMED_ANSWERS, NAMED_INPUTS } from './named-schemas.ts';

export interface Components {
  /** The named parts, and the input and the answer of each procedure. */
  readonly schemas: Json;
  readonly inputOf: (procedure: ApiProcedure) => Json;
  readonly answerOf: (procedure: ApiProcedure) => Json;
}

/** So that generated clients have types with these names. */
export function toComponents(procedures: readonly ApiProcedure[], configuration: Declared): Components {
  const inputs = registryOf(NAMED_INPUTS);
  const answers = registryOf(NAMED_ANSWERS);
  for (const { path, kind, input, output } of procedures) {
    if (kind === 'mutation' && input instanceof z.ZodType) addTo(inputs, input, `${toName(path)}Input`);
    addTo(answers, output, `${toName(path)}Answer`);
  }
  return {
    schemas: {
      ...schemasOf(inputs, 'input', configuration),
      ...schemasOf(answers, 'output', configuration),
    },
    inputOf: ({ path, input }) => referenceTo(inputs, input, path),
    answerOf: ({ path, output }) => referenceTo(answers, output, path),
  };
}

type Names = ReturnType<typeof registryOf>;

function registryOf(named: Readonly<Record<string, z.ZodType>>) {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) names.add(schema, { id });
  return names;
}

function addTo(names: Names, schema: z.ZodType, id: string): void {
  if (!names.has(schema)) names.add(schema, { id });
}

/** `session.signInWith`: `SessionSignInWith`. */
function toName(path: string): string {
  return path.replaceAll(/(?:^|\.)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function referenceTo(names: Names, schema: unknown, path: string): Json {
  const id = schema instanceof z.ZodType ? names.get(schema)?.id : undefined;
  if (id === undefined) throw new Error(`a schema of ${path} has no name`);
  return { $ref: toAddress(id) };
}

function toAddress(id: string): string {
  return `#/components/schemas/${id}`;
}

function schemasOf(names: Names, io: Direction, configuration: Declared): Json {
  const { schemas } = z.toJSONSchema(names, { ...schemaOptions(io, configuration), uri: toAddress });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema]),
  );
}
