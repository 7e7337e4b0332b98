/** As much of a JSON Schema as ours have. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly contentMediaType?: string;
}

export interface PlainField {
  /** `user.name`, `[].id`; empty for the whole, where that is no object. */
  readonly path: string;
  /** As TypeScript writes it, with the format where there is one: `string (email) | null`. */
  readonly type: string;
  readonly isOptional: boolean;
  /** What is said of it, or the empty string. */
  readonly doc: string;
  /** Of several forms, the one that this is a field of: `method: "code"`. */
  readonly when: string | null;
}

/** A schema as a list of its fields, in order and as deep as it goes. */
export function plainFields(shape: Shape): PlainField[] {
  return fieldsOf(shape, '', false, null);
}

function fieldsOf(shape: Shape, path: string, isOptional: boolean, when: string | null): PlainField[] {
  const self = { path, type: typeOf(shape), isOptional, doc: shape.description ?? '', when };
  const { inner, prefix } = unwrap(shape, path);
  const objects = inner.filter(({ properties }) => properties);
  if (objects.length === 0) return [self];
  const below = objects.flatMap((each) => {
    const { properties = {}, required = [] } = each;
    const condition = objects.length > 1 ? conditionOf(properties) : when;
    return Object.entries(properties).flatMap(([name, field]) =>
      fieldsOf(field, prefix === '' ? name : `${prefix}.${name}`, !required.includes(name), condition),
    );
  });
  // A plain object at the top is its fields, and nothing is to be said of it itself.
  const isBare = path === '' && shape.properties !== undefined;
  return isBare || (path === '' && objects.length > 1) ? below : [self, ...below];
}

/** The forms that it may have, and how the fields inside of it are called. */
function unwrap(shape: Shape, path: string): { inner: readonly Shape[]; prefix: string } {
  const forms = shape.anyOf ?? shape.oneOf;
  if (forms) {
    const parts = forms.map((form) => unwrap(form, path));
    return {
      inner: parts.flatMap(({ inner }) => inner),
      prefix: parts.find(({ inner }) => inner.some(({ properties }) => properties))?.prefix ?? path,
    };
  }
  if (shape.items) return unwrap(shape.items, `${path}[]`);
  return { inner: [shape], prefix: path };
}

/** What tells one form from the others: the fields with one value. */
function conditionOf(properties: Readonly<Record<string, Shape>>): string | null {
  const fixed = Object.entries(properties).filter(([, field]) => field.const !== undefined);
  return fixed.length === 0
    ? null
    : fixed.map(([name, field]) => `${name}: ${JSON.stringify(field.const)}`).join(', ');
}

function typeOf(shape: Shape): string {
  const forms = shape.anyOf ?? shape.oneOf;
  if (forms) return [...new Set(forms.map(typeOf))].join(' | ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.items) {
    const item = typeOf(shape.items);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  if (shape.contentMediaType) return shape.contentMediaType;
  const type = typeof shape.type === 'object' ? shape.type.join(' | ') : (shape.type ?? 'anything');
  return shape.format ? `${type} (${shape.format})` : type;
}
