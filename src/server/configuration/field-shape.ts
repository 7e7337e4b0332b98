import { z } from 'zod';
import type { OwnFieldShape } from '../../shared/schemas/profile.ts';
import type { OwnField } from './configuration.ts';

interface JsonSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export function describeField({ name, schema, options }: OwnField): OwnFieldShape {
  return {
    name,
    label: options.label,
    isWritable: options.write.includes('person'),
    ...inputOf(jsonSchemaOf(schema)),
  };
}

/** `check-configuration.ts` has refused schemas without a JSON Schema. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, { io: 'output' }) as JsonSchema & {
    readonly anyOf?: readonly JsonSchema[];
  };
  // `z.string().nullable()`: the page removes a value by `null`, so the other type decides.
  const others = json.anyOf?.filter(({ type }) => type !== 'null');
  return others?.length === 1 && others[0] ? others[0] : json;
}

function inputOf(json: JsonSchema): Omit<OwnFieldShape, 'name' | 'label' | 'isWritable'> {
  const { type, enum: values, minLength, maxLength, minimum, maximum } = json;
  const choices = values?.filter((value) => typeof value === 'string');
  if (choices) return choices.length === values?.length ? { input: 'choice', choices } : { input: 'none' };
  if (type === 'boolean') return { input: 'boolean' };
  if (type === 'string') {
    return {
      input: 'text',
      ...(minLength === undefined ? {} : { minLength }),
      ...(maxLength === undefined ? {} : { maxLength }),
    };
  }
  if (type === 'number' || type === 'integer') {
    return {
      input: 'number',
      isInteger: type === 'integer',
      // zod gives an integer the range of safe integers.
      ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
      ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    };
  }
  return { input: 'none' };
}
