import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseSync, type ESTree } from 'vite';
import { z } from 'zod';

const SCHEMAS = new URL('../src/shared/schemas/', import.meta.url);

/** What is said of the fields of one object, by their names. */
type ObjectNotes = Map<string, string>;

interface Source {
  readonly text: string;
  readonly comments: readonly { readonly start: number; readonly end: number; readonly value: string }[];
  /** The file's own constants, exported or not. */
  readonly constants: ReadonlyMap<string, ESTree.Expression>;
}

/** Tells what the sources say of the fields of a schema: by path as in `plain-fields.ts`, `user.name`, `[].id`. */
export type FieldNotesOf = (schema: z.ZodType) => Readonly<Record<string, string>>;

/** Reads the docstrings of all fields in src/shared/schemas, each beside the very object that the code made of it. */
export async function readFieldNotes(): Promise<FieldNotesOf> {
  const notes = new Map<z.ZodType, ObjectNotes>();
  const exported = new Map<string, z.ZodType>();
  const files = (await readdir(SCHEMAS)).filter((name) => name.endsWith('.ts') && !name.includes('.test'));
  const modules = await Promise.all(
    files.map(async (name) => {
      const file = new URL(name, SCHEMAS);
      const values = (await import(file.href)) as Readonly<Record<string, unknown>>;
      for (const [key, value] of Object.entries(values)) {
        if (value instanceof z.ZodType) exported.set(key, value);
      }
      return { values, source: readSource(name, await readFile(file, 'utf8')) };
    }),
  );
  for (const { values, source } of modules) {
    for (const [name, expression] of source.constants) {
      const value = values[name];
      if (value instanceof z.ZodType) pair(source, expression, value, { notes, exported });
    }
  }
  return (schema) => Object.fromEntries(notesOf(schema, '', notes));
}

function readSource(name: string, text: string): Source {
  const { program, comments } = parseSync(fileURLToPath(new URL(name, SCHEMAS)), text);
  const constants = new Map<string, ESTree.Expression>();
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations)
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
  }
  return { text, comments: comments.filter(({ value }) => value.startsWith('*')), constants };
}

interface Found {
  readonly notes: Map<z.ZodType, ObjectNotes>;
  readonly exported: ReadonlyMap<string, z.ZodType>;
}

/** Goes through an expression and the schema that it made together, as far as the two have the same form. */
function pair(source: Source, node: ESTree.Expression | undefined, schema: z.ZodType, found: Found): void {
  if (!node) return;
  if (node.type === 'Identifier') return pair(source, source.constants.get(node.name), schema, found);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
  const { object, property } = node.callee;
  const method = property.type === 'Identifier' ? property.name : '';
  const first = node.arguments[0];
  const isOfZod = object.type === 'Identifier' && object.name === 'z';
  // `something.nullable()`, `.min(1)`: the same with more around it.
  if (!isOfZod) return pair(source, object, schema, found);
  const options = node.arguments.find((each) => each.type === 'ArrayExpression');
  const inner = unwrapped(schema);
  if (options?.type === 'ArrayExpression' && inner instanceof z.ZodUnion) {
    const schemas = inner.options as readonly z.ZodType[];
    options.elements.forEach((each, index) => {
      const option = schemas[index];
      if (each && each.type !== 'SpreadElement' && option) pair(source, each, option, found);
    });
  } else if (first?.type === 'ObjectExpression' && inner instanceof z.ZodObject) {
    pairFields(source, first, inner, found);
  } else if (method === 'array' || method === 'nullable' || method === 'optional') {
    if (first && first.type !== 'SpreadElement') pair(source, first, inner, found);
  }
}

function pairFields(source: Source, node: ESTree.ObjectExpression, schema: z.ZodObject, found: Found): void {
  const own: ObjectNotes = found.notes.get(schema) ?? new Map<string, string>();
  found.notes.set(schema, own);
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      // `...other.shape`
      const { argument } = property;
      const from =
        argument.type === 'MemberExpression' && argument.object.type === 'Identifier'
          ? argument.object.name
          : '';
      const other = found.exported.get(from);
      for (const [name, doc] of (other && found.notes.get(other)) ?? []) own.set(name, doc);
      continue;
    }
    const name = property.key.type === 'Identifier' ? property.key.name : '';
    const field = schema.shape[name];
    const comment = source.comments.find(
      ({ start, end }) => start < property.start && source.text.slice(end, property.start).trim() === '',
    );
    if (comment)
      own.set(
        name,
        comment.value
          .slice(1)
          .replaceAll(/^\s*\*\s?/gm, '')
          .trim()
          .replaceAll(/\s+/g, ' '),
      );
    if (field instanceof z.ZodType) pair(source, property.value, field, found);
  }
}

function notesOf(schema: z.ZodType, path: string, notes: Found['notes']): [string, string][] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion)
    return (inner.options as readonly z.ZodType[]).flatMap((option) => notesOf(option, path, notes));
  if (inner instanceof z.ZodArray) return notesOf(inner.element as z.ZodType, `${path}[]`, notes);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape as Readonly<Record<string, z.ZodType>>).flatMap(([name, field]) => {
    const below = path === '' ? name : `${path}.${name}`;
    const doc = notes.get(inner)?.get(name);
    return [
      ...(doc === undefined ? [] : [[below, doc] as [string, string]]),
      ...notesOf(field, below, notes),
    ];
  });
}

/** Without what may be missing around it. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in as z.ZodType);
  return schema;
}
