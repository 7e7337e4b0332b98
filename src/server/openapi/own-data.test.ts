import { expect } from 'vitest';
import { SERVICE_SCOPES } from '../../shared/service-scopes.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { SHOP_CONFIGURATION } from '../../testing/users/own-fields.ts';

const it = testWith({ configuration: SHOP_CONFIGURATION });

interface Shape {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: unknown;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly description?: string;
}
type Content = Readonly<Record<'application/json', { readonly schema: Shape }>>;
interface Operation {
  readonly requestBody: { readonly content: Content };
  readonly responses: Readonly<Record<number, { readonly content: Content }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Shape>>;
  };
}

let schemas: Document['components']['schemas'] = {};

/** Leaves out `null` of a union, and reads the items of a list. */
function at(shape: Shape | undefined, ...path: readonly string[]): Shape | undefined {
  const { $ref } = shape ?? {};
  if ($ref) return at(schemas[$ref.replace('#/components/schemas/', '')], ...path);
  const options = shape?.anyOf ?? [];
  const object = options.find(({ properties }) => properties) ?? options.find((option) => option.$ref);
  if (object) return at(object, ...path);
  if (shape?.items) return at(shape.items, ...path);
  const [name, ...others] = path;
  return name === undefined ? shape : at(shape?.properties?.[name], ...others);
}

const plan = { type: 'string', enum: ['free', 'paid'] };
const note = { type: 'string', maxLength: 200 };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

it('describes the own fields of the application where callers may read or write them', async ({ app }) => {
  const answer = await app.agent().request('/openapi.json');
  const { paths, components } = answer.json() as Document;
  ({ schemas } = components);
  const operationOf = (path: string) => Object.values(paths[`/trpc/${path}`] ?? {})[0];
  const answerOf = (path: string, ...fields: readonly string[]) => {
    const schema = operationOf(path)?.responses[200]?.content['application/json'].schema;
    return at(schema, 'result', 'data', ...fields);
  };
  const inputOf = (path: string, ...fields: readonly string[]) =>
    at(operationOf(path)?.requestBody.content['application/json'].schema, ...fields);

  for (const data of [answerOf('users.get', 'data'), answerOf('users.list', 'people', 'data')])
    expect(data?.properties).toEqual({ plan, note });
  expect(answerOf('users.get', 'data')?.description).toMatch(/^The own fields/);
  for (const data of [answerOf('profile.get', 'data'), answerOf('session.get', 'user', 'data')]) {
    expect(data?.properties).toEqual({ plan });
    // A later configuration may have more fields.
    expect(data).not.toHaveProperty('additionalProperties');
  }
  for (const data of [
    inputOf('users.setData', 'data'),
    inputOf('users.create', 'data'),
    inputOf('users.import', 'people', 'data'),
  ]) {
    expect(data?.properties).toEqual({ plan: orNull(plan), note: orNull(note) });
    expect(data?.additionalProperties).toBe(false);
  }
  expect(inputOf('profile.setData', 'data')?.properties).toEqual({});
  // The export has all stored values, also those of fields that are no longer declared.
  expect(answerOf('data.export', 'profile', 'data')).toMatchObject({ additionalProperties: {} });

  const scope = at(schemas['Failure'], 'error', 'data', 'scope');
  expect(scope).toMatchObject({ enum: expect.arrayContaining([...SERVICE_SCOPES]) as unknown });
});
