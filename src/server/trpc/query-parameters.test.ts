import { describe, expect, it as plainIt } from 'vitest';
import { z } from 'zod';
import { it } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { makeAdministrator } from '../../testing/users/administrators.ts';
import { flatParametersOf } from './query-parameters.ts';
import { PROCEDURES } from '../../testing/app/procedures.ts';

let agent: HttpAgent;
let userId: string;
it.beforeAll(async ({ app }) => {
  ({ agent, id: userId } = await makeAdministrator(app));
});

interface Answer {
  readonly result?: { readonly data: unknown };
  readonly error?: {
    readonly code?: number;
    readonly data: {
      readonly appCode: string;
      readonly issues?: readonly { readonly path: readonly string[]; readonly message: string }[];
    };
  };
}

async function get(path: string) {
  const { status, json } = await agent.request(`/trpc/${path}`);
  const { result, error } = json() as Answer;
  return {
    status,
    data: result?.data,
    code: error?.data.appCode,
    fields: error?.data.issues?.map((issue) => issue.path.join('.')),
    error,
  };
}

const asJson = (path: string, input: unknown) =>
  get(`${path}?input=${encodeURIComponent(JSON.stringify(input))}`);

describe('flat parameters of a query', () => {
  it('are read as `input` is', async () => {
    const flat = await get('activity.list?limit=1&kinds=account-created&kinds=sign-in');
    expect(flat.data).toMatchObject({ events: [expect.any(Object)] });
    expect(flat).toEqual(await asJson('activity.list', { limit: 1, kinds: ['account-created', 'sign-in'] }));
    expect((await get(`users.get?id=${userId}`)).data).toMatchObject({ id: userId });
  });

  it('make a list of one value', async () => {
    expect((await get(`users.getMany?ids=${userId}`)).data).toMatchObject({ people: [{ id: userId }] });
  });

  it('keep a text that looks like a number', async () => {
    expect((await get('users.list?search=12')).status).toBe(200);
    expect((await get('session.token?audience=true')).status).toBe(200);
  });

  it.for([
    ['activity.list?limit=x', ['limit']],
    ['activity.list?limit=', ['limit']],
    ['activity.list?limit=0x10', ['limit']],
    ['activity.list?limit=1.5', ['limit']],
    ['activity.list?limit=1000', ['limit']],
    ['activity.list?limit=1&limit=2', ['limit']],
    ['activity.list?kinds=nothing', ['kinds.0']],
    ['activity.list?input%5Blimit%5D=1', ['input[limit]']],
    ['activity.list?direction=forward', ['direction']],
    ['activity.list?Limit=1&other=2', ['Limit', 'other']],
    ['activity.list?input=%7B%22limit%22%3A1%7D&limit=2', ['limit']],
    ['activity.list?input=%7B%7D&input=%7B%7D', ['input']],
    ['activity.list?__proto__=1&constructor=1', ['__proto__', 'constructor']],
    ['activity.list?batch=2', ['batch']],
    ['activity.list?batch=1&limit=2', ['limit']],
    ['activity%2Elist?limits=2', ['limits']],
    ['users.list?data=1', ['data']],
    ['users.list?data%5Bplan%5D=free', ['data[plan]']],
    ['session.get?limit=1', ['limit']],
  ] as const)('%s returns 400 INVALID_INPUT, which names the parameter', async ([path, fields]) => {
    const answer = await get(path);
    expect([answer.status, answer.code, answer.fields]).toEqual([400, 'INVALID_INPUT', fields]);
    expect(answer.error?.code).toBeLessThan(0);
  });

  it.for([
    ['activity.list?limits=2', 'There is no such parameter. The parameters are cursor, limit, kinds, input.'],
    ['session.get?limit=1', 'There is no such parameter. The parameters are input.'],
  ] as const)('%s names the parameters that there are', async ([path, sentence]) => {
    expect((await get(path)).error?.data.issues?.map(({ message }) => message)).toEqual([sentence]);
  });

  it('refuse nobody who sends none, and leave other names and methods to tRPC', async () => {
    expect((await get('activity.list?')).status).toBe(200);
    expect((await get('session.nothing?limit=1')).status).toBe(404);
    expect((await get('constructor?limit=1')).status).toBe(404);
    expect((await get('session.signOut?limit=1')).status).toBe(405);
  });
});

it('an address with another slash before the procedure returns 404 and changes nothing', async () => {
  for (const path of ['/activity.list?limit=x', '/activity.list', 'x/activity.list?limit=x'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  const answer = await agent.postJson('/trpc//profile.update', { name: 'Grace' });
  expect([answer.status, answer.json()]).toMatchObject([404, { error: { data: { appCode: 'NOT_FOUND' } } }]);
  expect((await get('profile.get')).data).toMatchObject({ name: null });
});

it('a mutation with a parameter returns 400 and changes nothing', async () => {
  for (const query of ['name=Ada', 'input=%7B%22name%22%3A%22Ada%22%7D', 'batch=0']) {
    const answer = await agent.postJson(`/trpc/profile.update?${query}`, { name: 'Grace' });
    const { error } = answer.json() as Answer;
    expect([query, answer.status, error?.data.appCode]).toEqual([query, 400, 'INVALID_INPUT']);
  }
  expect((await get('profile.get')).data).toMatchObject({ name: null });
});

plainIt(
  'every field of a query has a parameter of a plain type, except the fields that only `input` takes',
  () => {
    const onlyInInput: string[] = [];
    for (const { path, type: kind, inputs } of PROCEDURES) {
      const [input] = inputs;
      if (kind !== 'query' || !(input instanceof z.ZodType)) continue;
      const flat = flatParametersOf(input);
      for (const { name, schema } of flat) {
        const { type } = schema.type === 'array' ? (schema.items ?? {}) : schema;
        expect([path, name, type]).toEqual([
          path,
          name,
          expect.stringMatching(/^(string|integer|number|boolean)$/),
        ]);
        expect(['input', 'batch']).not.toContain(name);
      }
      const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
      const names = new Set(flat.map(({ name }) => name));
      onlyInInput.push(
        ...Object.keys(properties).flatMap((name) => (names.has(name) ? [] : `${path} ${name}`)),
      );
    }
    expect(onlyInInput).toEqual(['users.list data']);
  },
);
