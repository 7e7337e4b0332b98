import type { Shape } from '../src/shared/plain-fields.ts';

/**
 * A schema as TypeScript writes its type, each field with its description. An input may have an `undefined` for a field that can be left out; in JSON,
 * which an answer is, there is none. Prettier does the layout.
 */
export function toType(shape: Shape, io: 'input' | 'output'): string {
  const inner = (each: Shape) => toType(each, io);
  const { additionalProperties, anyOf, oneOf, properties, required = [], items } = shape;
  const forms = anyOf ?? oneOf;
  if (forms) return [...new Set(forms.map(inner))].join(' | ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (items) return `(${inner(items)})[]`;
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => {
      const type = inner(field);
      const isOptional = !required.includes(name);
      const member = `${name}${isOptional ? '?' : ''}: ${type}${isOptional && io === 'input' ? ' | undefined' : ''}`;
      return `${docOf(field.description)}${member};`;
    });
    return `{ ${fields.join('\n')} }`;
  }
  if (typeof additionalProperties === 'object') return `Record<string, ${inner(additionalProperties)}>`;
  const types = typeof shape.type === 'string' ? [shape.type] : (shape.type ?? []);
  // `z.unknown()`
  if (types.length === 0) return 'unknown';
  return types.map(toPlainType).join(' | ');
}

/** A comment above a declaration; nothing where there is nothing to say. */
export function docOf(text = ''): string {
  if (text === '') return '';
  if (!text.includes('\n')) return `/** ${text} */\n`;
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd());
  return `/**\n${lines.join('\n')}\n */\n`;
}

function toPlainType(type: string): string {
  if (type === 'integer') return 'number';
  if (['string', 'number', 'boolean', 'null'].includes(type)) return type;
  throw new Error(`no type of TypeScript for ${type}`);
}
