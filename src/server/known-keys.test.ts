import { TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toFailure } from './trpc/failure.ts';
import { PROCEDURES } from '../testing/app/procedures.ts';

const UNKNOWN = 'no-such-key';

const INPUTS = PROCEDURES.flatMap(({ path, inputs: [input] }) =>
  input instanceof z.ZodType ? [[path, input] as const] : [],
);

interface Place {
  readonly input: unknown;
  readonly sentence: string;
}

const knownIn = (keys: readonly string[]) =>
  keys.length === 0 ? 'There are no keys' : `The keys are ${keys.join(', ')}`;

/** One place for each object of a schema, also in lists and choices. */
function placesIn(schema: unknown, wrap: (input: unknown) => unknown = (input) => input): Place[] {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Record<string, unknown>;
    const sentence = `Unrecognized key: "${UNKNOWN}". ${knownIn(Object.keys(shape))}`;
    // Only an answer of WebAuthn may have keys that Foyer does not know.
    const isStrict = schema.def.catchall instanceof z.ZodNever;
    return [
      ...(isStrict ? [{ input: wrap({ [UNKNOWN]: 1 }), sentence }] : []),
      ...Object.entries(shape).flatMap(([key, inner]) => placesIn(inner, (input) => wrap({ [key]: input }))),
    ];
  }
  if (schema instanceof z.ZodArray) return placesIn(schema.element, (input) => wrap([input]));
  if (schema instanceof z.ZodDiscriminatedUnion) {
    return schema.options.flatMap((option) => {
      const { def } = schema;
      const kinds = (option as z.ZodObject).shape[def.discriminator] as z.ZodLiteral;
      return placesIn(option, (input) => wrap({ [def.discriminator]: kinds.value, ...(input as object) }));
    });
  }
  if (schema instanceof z.ZodUnion) {
    const objects = schema.options.filter((option) => option instanceof z.ZodObject);
    const known = objects.map(({ shape }) => Object.keys(shape).join(', ')).join('; or ');
    const sentence = `Unrecognized keys. The keys are ${known}`;
    return objects.length === 0 ? [] : [{ input: wrap({ [UNKNOWN]: 1 }), sentence }];
  }
  if (schema instanceof z.ZodPipe) return placesIn(schema.in, wrap);
  const { innerType } = (schema as z.ZodOptional).def;
  return innerType === undefined ? [] : placesIn(innerType, wrap);
}

describe('an unknown key in an object of an input', () => {
  it.each(INPUTS)('of %s is refused with the keys that there are', (_path, schema) => {
    for (const { input, sentence } of placesIn(schema)) {
      const { error } = schema.safeParse(input);
      const failure = toFailure(new TRPCError({ code: 'BAD_REQUEST', cause: error }));
      expect(failure.issues?.map(({ message }) => message)).toContain(sentence);
    }
  });

  it('is looked for at many places, also in lists and choices', () => {
    const places = INPUTS.flatMap(([path, schema]) =>
      placesIn(schema).map(({ input }) => `${path} ${JSON.stringify(input)}`),
    );
    expect(places).toEqual(
      expect.arrayContaining([
        'users.import {"people":[{"no-such-key":1}]}',
        'session.reauthenticate {"method":"code","no-such-key":1}',
        'session.completeSignIn {"no-such-key":1}',
      ]),
    );
  });
});
