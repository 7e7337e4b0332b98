import type { Shape } from './plain-fields.ts';

interface TypeOptions {
  /** An input may have `undefined` for an optional field. JSON, which answers are, has none. */
  readonly io: 'input' | 'output';
  /** The name of the type at a path (`user.data`, `people[].roles`), where a name replaces the shape. */
  readonly nameAt?: (path: string, shape: Shape) => string | undefined;
}

/** A schema as a TypeScript type, each field with its description on its own line, not indented. */
export function toType(shape: Shape, options: TypeOptions, path = ''): string {
  const name = options.nameAt?.(path, shape);
  if (name !== undefined) return name;
  const { additionalProperties, anyOf, oneOf, properties, required = [], items } = shape;
  const forms = anyOf ?? oneOf;
  if (forms) return [...new Set(forms.map((form) => toType(form, options, path)))].join(' | ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (items) {
    const item = toType(items, options, `${path}[]`);
    return /^\w+$/.test(item) || items.properties ? `${item}[]` : `(${item})[]`;
  }
  if (properties) {
    const fields = Object.entries(properties).map(([field, own]) => {
      const type = toType(own, options, path === '' ? field : `${path}.${field}`);
      const isOptional = !required.includes(field);
      const member = `${toKey(field)}${isOptional ? '?' : ''}: ${type}${isOptional && options.io === 'input' ? ' | undefined' : ''}`;
      return `${docOf(own.description)}${member};`;
    });
    return `{\n${fields.join('\n')}\n}`;
  }
  if (typeof additionalProperties === 'object')
    return `Record<string, ${toType(additionalProperties, options, `${path}{}`)}>`;
  const types = typeof shape.type === 'string' ? [shape.type] : (shape.type ?? []);
  // `z.unknown()`
  if (types.length === 0) return 'unknown';
  return types.map((type) => PLAIN_TYPES[type] ?? 'unknown').join(' | ');
}

const PLAIN_TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  array: 'unknown[]',
  object: 'Record<string, unknown>',
};

/** The name of a property, in quotes where it is no identifier. */
export function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A comment above a declaration; nothing where there is nothing to say. */
export function docOf(text = ''): string {
  if (text === '') return '';
  const safeText = text.replaceAll('*/', '*\\/');
  if (!safeText.includes('\n')) return `/** ${safeText} */\n`;
  const lines = safeText.split('\n').map((line) => ` * ${line}`.trimEnd());
  return `/**\n${lines.join('\n')}\n */\n`;
}
