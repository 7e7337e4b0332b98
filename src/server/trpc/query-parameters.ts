import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { InputIssue } from '../../shared/issues.ts';
import type { Shape } from '../../shared/plain-fields.ts';
import { refuseCall } from './refuse-call.ts';
import { appRouter } from './router.ts';

/** The whole input of a query as JSON, as tRPC's clients send it. */
const INPUT = 'input';
/** `1` for several calls in one request. */
const BATCH = 'batch';

/** A field of a query's input that is also a parameter of its own. */
interface FlatParameter {
  readonly name: string;
  readonly schema: Shape;
  readonly isRequired: boolean;
}

/** The fields that fit into a query string: texts, numbers, booleans, and lists of them. */
export function flatParametersOf(input: z.ZodType): FlatParameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
  }) as Shape;
  return Object.entries(properties)
    .filter(([, schema]) => schema.type !== 'object')
    .map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));
}

/**
 * Refuses unknown and repeated parameters, which tRPC ignores. Puts flat parameters into `input` for tRPC.
 */
export const readQueryParameters: RequestHandler = (req, res, next) => {
  const queryAt = req.url.indexOf('?');
  if (queryAt === -1) return next();
  const parameters = new URLSearchParams(req.url.slice(queryAt));
  const isBatch = parameters.get(BATCH) === '1';
  const path = decodeURIComponent(req.path.slice(1));
  const kind = kindOf(path);
  // tRPC refuses other methods, and names that are no procedures.
  if (!isBatch && (kind === null || (req.method === 'POST') !== (kind === 'mutation'))) return next();

  const flat = isBatch || kind === 'mutation' ? [] : flatOf(path);
  const known = [...(isBatch ? [BATCH] : []), ...(req.method === 'POST' ? [] : [INPUT])];
  const issues = findIssues(parameters, known, flat);
  if (issues.length > 0) return refuseCall(req, res, 'INVALID_INPUT', issues);
  const sent = flat.filter(({ name }) => parameters.has(name));
  if (sent.length > 0) {
    const fields = sent.map(({ name, schema }) => [name, toValue(schema, parameters.getAll(name))]);
    const input = encodeURIComponent(JSON.stringify(Object.fromEntries(fields)));
    req.url = `${req.url.slice(0, queryAt)}?${INPUT}=${input}`;
  }
  next();
};

function findIssues(
  parameters: URLSearchParams,
  known: readonly string[],
  flat: readonly FlatParameter[],
): InputIssue[] {
  const flatByName = new Map(flat.map((parameter) => [parameter.name, parameter]));
  return [...new Set(parameters.keys())].flatMap((name) => {
    const parameter = flatByName.get(name);
    if (!parameter && !known.includes(name))
      return [
        issueOf(name, `There is no such parameter. ${describeNames([...flatByName.keys(), ...known])}`),
      ];
    if (parameter && parameters.has(INPUT))
      return [issueOf(name, 'Send every field in `input`, or each as its own parameter.')];
    const isList = parameter?.schema.type === 'array';
    return parameters.getAll(name).length > 1 && !isList ? [issueOf(name, 'Send this parameter once.')] : [];
  });
}

function describeNames(names: readonly string[]): string {
  return names.length === 0 ? 'There are no parameters.' : `The parameters are ${names.join(', ')}.`;
}

function issueOf(name: string, message: string): InputIssue {
  return { path: [name], key: 'other', message };
}

function toValue({ type, items }: Shape, texts: readonly string[]): unknown {
  if (type === 'array') return texts.map((text) => toValue(items ?? {}, [text]));
  const [text = ''] = texts;
  return type === 'string' ? text : readLiteral(text);
}

/**
 * Reads a value as JSON writes it. Any other text stays a text, and the schema refuses it with the name of
 * the field.
 */
function readLiteral(text: string): unknown {
  if (!/^(?:true|false|null|-?\d.*)$/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface Definition {
  readonly type: 'query' | 'mutation';
  readonly inputs: readonly unknown[];
}

/** tRPC's types do not describe this. */
const procedures = appRouter._def.procedures as unknown as Readonly<
  Record<string, { readonly _def: Definition }>
>;

function kindOf(path: string): Definition['type'] | null {
  return Object.hasOwn(procedures, path) ? (procedures[path]?._def.type ?? null) : null;
}

const flatByPath = new Map<string, readonly FlatParameter[]>();

function flatOf(path: string): readonly FlatParameter[] {
  let flat = flatByPath.get(path);
  if (!flat) {
    const input = procedures[path]?._def.inputs[0];
    flatByPath.set(path, (flat = input instanceof z.ZodType ? flatParametersOf(input) : []));
  }
  return flat;
}
