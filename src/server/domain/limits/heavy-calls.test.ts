import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { callAsScript } from '../../../testing/users/access-tokens.ts';
import { ADMINISTRATION_INPUTS } from '../../../testing/users/administration-inputs.ts';
import { makeServiceKey } from '../../../testing/users/administrators.ts';
import { it } from '../../../testing/app/fixture.ts';
import { storeUsers } from '../../../testing/users/users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { HEAVY_CALLS_AT_ONCE, HEAVY_CALLS_WAITING } from './heavy-calls.ts';
import { SERVICE_SCOPES } from '../../../shared/service-scopes.ts';
import { readDeclaration, type ProcedureMeta } from '../../trpc/procedure-meta.ts';
import { appRouter } from '../../trpc/router.ts';

interface Definition {
  readonly type: 'query' | 'mutation';
  readonly meta: ProcedureMeta;
  readonly inputs: readonly z.ZodType[];
}
// At run time, the record is flat, by dotted path. Its type is nested.
const BY_KEY = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: Definition }>)
  .map(([path, { _def }]) => ({ path, ..._def, heavy: false, ...readDeclaration(_def.meta) }))
  .filter(({ serviceScope }) => serviceScope !== undefined);
type Procedure = (typeof BY_KEY)[number];

/** Fields of an input that chooses many rows. */
const MANY_ROWS = ['cursor', 'limit', 'ids', 'people', 'from'];

async function call(app: TestApp, authorization: string, { path, type }: Procedure) {
  const [person] = await storeUsers(app, [{}]);
  const input = ADMINISTRATION_INPUTS[path]?.(person?._id.toHexString() ?? '');
  const query = `${path}?input=${encodeURIComponent(JSON.stringify(input ?? {}))}`;
  const { text } = await (type === 'mutation'
    ? callAsScript(app, authorization, path, { input })
    : callAsScript(app, authorization, input === undefined ? path : query));
  const { error } = JSON.parse(text) as { error?: { data: { appCode: string; retryAfter?: number } } };
  return { code: error?.data.appCode, retryAfter: error?.data.retryAfter };
}

interface Key {
  readonly authorization: string;
  /** Answers a function that ends the calls. */
  hold(calls: number): () => Promise<void>;
}
let busy: Key;
let other: Key;

async function makeKey(app: TestApp): Promise<Key> {
  const { authorization, serviceKey } = await makeServiceKey(app, [...SERVICE_SCOPES]);
  return {
    authorization,
    hold(calls) {
      let end = () => {};
      const ended = new Promise<void>((resolve) => (end = resolve));
      const held = Array.from({ length: calls }, () =>
        app.deps.heavyCalls.run(new ObjectId(serviceKey.id), () => ended),
      );
      return async () => {
        end();
        await Promise.all(held);
      };
    },
  };
}

it.beforeAll(async ({ app }) => {
  busy = await makeKey(app);
  other = await makeKey(app);
});

describe('the heavy calls of a service key', () => {
  it('are all that choose many rows', () => {
    const fieldsOf = (input: z.ZodType) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    const choosing = BY_KEY.filter(({ inputs }) =>
      inputs.some((input) => MANY_ROWS.some((name) => name in (fieldsOf(input).properties ?? {}))),
    );
    expect(choosing.length).toBeGreaterThan(5);
    expect(choosing.filter(({ heavy }) => !heavy).map(({ path }) => path)).toEqual([]);
  });

  it.for(BY_KEY)(
    '$path: refused when the queue of its key is full, if it is heavy ($heavy)',
    async (procedure, { app }) => {
      const release = busy.hold(HEAVY_CALLS_AT_ONCE + HEAVY_CALLS_WAITING);
      const refused = await call(app, busy.authorization, procedure);
      expect(refused.code === 'RATE_LIMITED').toBe(procedure.heavy);
      if (procedure.heavy) expect(refused.retryAfter).toBeGreaterThan(0);
      expect((await call(app, other.authorization, procedure)).code).not.toBe('RATE_LIMITED');
      await release();
      expect((await call(app, busy.authorization, procedure)).code).not.toBe('RATE_LIMITED');
    },
  );

  it('wait while as many run as may', async ({ app }) => {
    const release = busy.hold(HEAVY_CALLS_AT_ONCE);
    const order: string[] = [];
    const list = BY_KEY.find(({ path }) => path === 'users.list');
    const get = BY_KEY.find(({ path }) => path === 'webhooks.list');
    if (!list || !get) throw new Error('no such procedure');
    const waiting = call(app, busy.authorization, list).then(() => order.push('heavy'));
    await call(app, busy.authorization, get);
    order.push('light');
    await release();
    await waiting;
    expect(order).toEqual(['light', 'heavy']);
  });
});
