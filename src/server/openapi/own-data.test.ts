import { expect } from 'vitest';
import { SERVICE_SCOPES } from '../../shared/service-scopes.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { SHOP_CONFIGURATION } from '../../testing/app/own-fields.ts';

const it = testWith({ configuration: SHOP_CONFIGURATION });

interface Shape {
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
    readonly schemas: { readonly Failure: Shape };
  };
}

/** The schema at this path; `null` of a union is left out, and of a list the items are read. */
function at(shape: Shape | undefined, ...path: readonly string[]): Shape | undefined {
  const object = shape?.anyOf?.find(({ properties }) => properties) ?? shape?.items ?? shape;
  const [name, ...others] = path;
  return name === undefined ? object : at(object?.properties?.[name], ...others);
}

const plan = { type: 'string', enum: ['free', 'paid'] };
const note = { type: 'string', maxLength: 200 };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

it('describes the own fields of the application where its callers may read or write them', async ({
  app,
}) => {
  const answer = await app.agent().request('/openapi.json');
  const { paths, components } = answer.json() as Document;
  const operationOf = (path: string) => Object.values(paths[`/trpc/${path}`] ?? {})[0];
  const answerOf = (path: string, ...fields: readonly string[]) => {
    const schema = operationOf(path)?.responses[200]?.content['application/json'].schema;
    return at(schema, 'result', 'data', ...fields);
  };
  const inputOf = (path: string, ...fields: readonly string[]) =>
    at(operationOf(path)?.requestBody.content['application/json'].schema, ...fields);

  for (const data of [answerOf('users.get', 'data'), answerOf('users.list', 'people', 'data')])
    expect(data).toMatchObject({ properties: { plan, note }, additionalProperties: false });
  expect(answerOf('users.get', 'data')?.description).toMatch(/^The own fields/);
  for (const data of [answerOf('profile.get', 'data'), answerOf('session.get', 'user', 'data')]) {
    expect(data?.properties).toEqual({ plan });
    expect(data?.additionalProperties).toBe(false);
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

  const scope = at(components.schemas.Failure, 'error', 'data', 'scope');
  expect(scope).toMatchObject({ enum: expect.arrayContaining([...SERVICE_SCOPES]) as unknown });
});
