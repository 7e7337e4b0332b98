import { z } from 'zod';

const keysOf = (schema: unknown) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Adds the known keys to zod's message. Every module that shows messages of zod imports this module. */
z.config({
  customError(issue) {
    const { code, inst } = issue;
    if (code === 'unrecognized_keys' && inst instanceof z.ZodObject) {
      const unknown = issue.keys.map((key) => `"${key}"`).join(', ');
      return `Unrecognized ${issue.keys.length === 1 ? 'key' : 'keys'}: ${unknown}. ${describe([keysOf(inst)])}`;
    }
    if (code !== 'invalid_union' || !(inst instanceof z.ZodUnion)) return undefined;
    const isUnknownIn = (issues: readonly z.core.$ZodIssue[]) =>
      issues.some((each) => each.code === 'unrecognized_keys' && each.path.length === 0);
    return issue.errors.every(isUnknownIn)
      ? `Unrecognized keys. ${describe(inst.options.map(keysOf))}`
      : undefined;
  },
});

function describe(choices: readonly (readonly string[])[]): string {
  const known = choices.map((keys) => keys.join(', ')).join('; or ');
  return known === '' ? 'There are no keys' : `The keys are ${known}`;
}
