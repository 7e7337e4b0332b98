import { z } from 'zod';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import type { DeclaredConfiguration, DeclaredField } from '../../../shared/schemas/console.ts';
import type { Configuration, OwnField } from '../../configuration/configuration.ts';
import { isGrave } from '../rules/access.ts';

export function describeConfiguration(configuration: Configuration): DeclaredConfiguration {
  const { roles, ownFields } = configuration;
  const names = new Set([ADMINISTRATOR, ...roles.keys()]);
  return {
    roles: [...names].map((name) => ({
      name,
      permissions: [...(roles.get(name) ?? [])],
      isGrave: isGrave(configuration, name),
    })),
    fields: ownFields.map(describeField),
  };
}

function describeField({ name, schema, options }: OwnField): DeclaredField {
  return {
    name,
    label: options.label,
    ...inputOf(schema),
    isReadable: options.read.includes('administrator'),
    isWritable: options.write.includes('administrator'),
    isIndexed: options.indexed === true,
  };
}

const INPUTS: Readonly<Record<string, DeclaredField['input']>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

/** JSON Schema puts the type of a nullable value into `anyOf`. */
function inputOf(schema: z.ZodType): Pick<DeclaredField, 'input' | 'choices'> {
  const { type, enum: values, anyOf } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  const [only, ...others] = (anyOf ?? [{ type, enum: values }]).filter(
    (each) => typeof each === 'object' && each.type !== 'null',
  );
  if (typeof only !== 'object' || others.length > 0) return { input: 'json', choices: [] };
  if (only.enum?.every((value) => typeof value === 'string')) {
    return { input: 'choice', choices: only.enum };
  }
  return { input: INPUTS[String(only.type)] ?? 'json', choices: [] };
}
