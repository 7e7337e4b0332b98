/** The part of JSON Schema that our schemas use. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  /** The schema of the values of a record; `false` for an object with named fields only. */
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly contentMediaType?: string;
  /** The schema of the JSON in a text. */
  readonly contentSchema?: Shape;
  /** `#/components/schemas/Session` of an OpenAPI document. */
  readonly $ref?: string;
}

interface PlainField {
  /** `user.name`, `[].id`; empty for the value itself if it is not an object. */
  readonly path: string;
  /** The TypeScript type, with the format if there is one: `string (email) | null`. */
  readonly type: string;
  readonly isOptional: boolean;
  /** The description, or an empty string. */
  readonly doc: string;
  /** The variant of a union with this field: `method: "code"`, or `passkey: …` where a field decides. */
  readonly when: string | null;
}

/** Lists the fields of a schema in order, including nested ones. */
export function plainFields(shape: Shape): PlainField[] {
  return fieldsOf(shape, '', false, null);
}

function fieldsOf(shape: Shape, path: string, isOptional: boolean, when: string | null): PlainField[] {
  const self = { path, type: typeOf(shape), isOptional, doc: shape.description ?? '', when };
  const { inner, prefix } = unwrap(shape, path);
  const objects = inner.filter(({ properties }) => properties);
  if (objects.length === 0) return [self];
  const nestedFields = objects.flatMap((each, index) => {
    const { properties = {}, required = [] } = each;
    const condition = objects.length > 1 ? conditionOf(each, objects) : when;
    return Object.entries(properties).flatMap(([name, field]) => {
      const isCommon = objects.every((other) => isSameField(name, each, other));
      // A field of all variants is listed once.
      if (isCommon && index > 0) return [];
      const fieldPath = prefix === '' ? name : `${prefix}.${name}`;
      return fieldsOf(field, fieldPath, !required.includes(name), isCommon ? when : condition);
    });
  });
  // For an object at the top, only its fields are listed.
  const isBare = path === '' && shape.properties !== undefined;
  return isBare || (path === '' && objects.length > 1) ? nestedFields : [self, ...nestedFields];
}

/** The variants of a schema, and the prefix of their fields. */
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

function isSameField(name: string, one: Shape, other: Shape): boolean {
  return (
    JSON.stringify(one.properties?.[name]) === JSON.stringify(other.properties?.[name]) &&
    one.required?.includes(name) === other.required?.includes(name)
  );
}

/** A variant's condition: its fields with a constant value, or else its required fields that no other has. */
function conditionOf(variant: Shape, variants: readonly Shape[]): string | null {
  const { properties = {}, required = [] } = variant;
  const fixed = Object.entries(properties).filter(([, field]) => field.const !== undefined);
  if (fixed.length > 0)
    return fixed.map(([name, field]) => `${name}: ${JSON.stringify(field.const)}`).join(', ');
  const own = required.filter((name) =>
    variants.every((other) => other === variant || other.properties?.[name] === undefined),
  );
  return own.length === 0 ? null : own.map((name) => `${name}: …`).join(', ');
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
