import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { makeAdministrator, makeServiceKey } from '../../../testing/users/administrators.ts';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import { callAsScript } from '../../../testing/users/access-tokens.ts';
import { it } from '../../../testing/app/fixture.ts';
import { allPages, namesInList, readUsers } from '../../../testing/users/user-pages.ts';
import { aStoredApp } from '../../../testing/users/stored-factors.ts';
import { aUserDocument, ownYear, storeUsers } from '../../../testing/users/users.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { EMPTY_CONFIGURATION, type OwnField } from '../../configuration/configuration.ts';
import type { ServiceKeyDocument } from '../../database/administration-documents.ts';
import type { Authority } from '../rules/authority.ts';

const idsOf = (people: readonly { readonly id: string }[]) => people.map(({ id }) => id);
const storedIdsOf = (users: readonly { readonly _id: ObjectId }[]) =>
  users.map(({ _id }) => _id.toHexString());
const KEY: Authority = { kind: 'service-key', key: {} as ServiceKeyDocument };

describe('the search of users.list', () => {
  it('finds any word of a name by its beginning, in any case and without accents', async ({ app }) => {
    const names = ['Zoë Quine', 'zoe Adams', 'ZOE', 'Zo', 'Azoe', 'Mary-Zoë O’Hara', 'Zoë’s twin', '王 小明'];
    await storeUsers(
      app,
      names.map((name) => ({ name })),
    );
    const found = ['Mary-Zoë O’Hara', 'ZOE', 'zoe Adams', 'Zoë Quine', 'Zoë’s twin'];
    for (const search of ['zoe', 'ZOË', ' Zoe ']) expect(await namesInList(app, { search })).toEqual(found);
    expect(await namesInList(app, { search: 'zoe q' })).toEqual(['Zoë Quine']);
    expect(await namesInList(app, { search: 'quine, ZOE' })).toEqual(['Zoë Quine']);
    expect(await namesInList(app, { search: 'zoe quinea' })).toEqual([]);
    expect(await namesInList(app, { search: "o'hara" })).toEqual(['Mary-Zoë O’Hara']);
    expect(await namesInList(app, { search: '小' })).toEqual(['王 小明']);
    const long = 'Wolfeschlegelsteinhausen';
    await storeUsers(app, [{ name: long }]);
    expect(await namesInList(app, { search: long })).toEqual([long]);
  });

  it('finds any word of an address, before and after the @, and everybody once, by name', async ({ app }) => {
    await storeUsers(app, [
      { name: 'Other', email: 'quux-other@hidden.example.test' },
      { name: null, email: 'grace.quux@example.test' },
      { name: 'Quux-Both', email: 'quux-both@example.test' },
    ]);
    const { people } = await readUsers(app, { search: 'Quux-' });
    const addresses = ['quux-other@hidden.example.test', 'quux-both@example.test', 'grace.quux@example.test'];
    expect(people.map(({ email }) => email)).toEqual(addresses);
    for (const search of ['hidden', 'quux hidden', 'QUUX-OTHER@HIDDEN.EXAMPLE.TEST', 'other hid']) {
      expect(await namesInList(app, { search })).toEqual(['Other']);
    }
  });

  it('finds the same people page by page', async ({ app }) => {
    const byName = Array.from({ length: 11 }, (_, index) => ({
      name: index % 2 ? 'Pageling' : `Pageling ${index}`,
      email: `pageling-${index}@example.test`,
    }));
    const byAddress = [1, 2, 3, 4, 5, 6].map((n) => ({ name: 'Else', email: `pageling+${n}@example.test` }));
    const stored = await storeUsers(app, [...byName, ...byAddress]);
    const paged = await allPages(app, { search: 'pageling', limit: 3 });
    expect(paged).toEqual(idsOf((await readUsers(app, { search: 'pageling', limit: 100 })).people));
    expect(paged.toSorted()).toEqual(storedIdsOf(stored).toSorted());
  });

  it('combines with filters', async ({ app }) => {
    await storeUsers(app, [
      { name: 'Combo one', roles: ['editor'] },
      { name: 'Combo two', roles: ['reader'] },
      { name: 'Other', roles: ['editor'] },
    ]);
    expect(await namesInList(app, { search: 'combo', role: 'editor' })).toEqual(['Combo one']);
  });
});

describe('the filters of users.list', () => {
  it('select by role', async ({ app }) => {
    const [both] = await storeUsers(app, [
      { roles: ['painter', 'writer'] },
      { roles: ['writer'] },
      { roles: [] },
    ]);
    const { people } = await readUsers(app, { role: 'painter' });
    expect(idsOf(people)).toEqual([both?._id.toHexString()]);
    expect((await readUsers(app, { role: 'writer' })).people).toHaveLength(2);
  });

  it('select by state, as users.get says it', async ({ app }) => {
    const { window, at } = ownYear();
    const now = app.deps.now();
    const suspension = { reason: 'Spam', at: now, until: null };
    const { email: _, ...addressless } = aUserDocument({ createdAt: at(0), emailVerified: null });
    await app.deps.collections.users.insertOne(addressless);
    await storeUsers(app, [
      { createdAt: at(0) },
      { createdAt: at(1), emailVerified: null },
      { createdAt: at(2), suspension },
      { createdAt: at(3), suspension, emailVerified: null },
      { createdAt: at(4), suspension: { ...suspension, until: new Date(now.getTime() + DAY_MS) } },
      { createdAt: at(5), suspension: { ...suspension, until: now } },
    ]);
    const all = (await readUsers(app, window)).people;
    expect(all).toHaveLength(7);
    const lengths: Record<string, number> = {};
    for (const state of ['active', 'invited', 'suspended'] as const) {
      const { people } = await readUsers(app, { ...window, state });
      expect(people).toEqual(all.filter((each) => each.state === state));
      lengths[state] = people.length;
    }
    expect(lengths).toEqual({ active: 3, invited: 1, suspended: 3 });
  });

  it('select by creation: the first moment is in, the last one is not', async ({ app }) => {
    const { at } = ownYear();
    await storeUsers(app, [
      { name: 'before', createdAt: at(0) },
      { name: 'first', createdAt: at(1) },
      { name: 'between', createdAt: at(2) },
      { name: 'end', createdAt: at(3) },
    ]);
    const names = await namesInList(app, {
      createdAfter: at(1).toISOString(),
      createdBefore: at(3).toISOString(),
    });
    expect(names).toEqual(['between', 'first']);
  });

  it('select by own fields that are declared indexed and that the caller may read', async ({ app }) => {
    const declare = (name: string, options: Partial<OwnField['options']>): OwnField => ({
      name,
      schema: z.string(),
      options: { read: ['application'], write: [], label: { en: name }, indexed: true, ...options },
    });
    const ownFields = [
      declare('plan', {}),
      declare('note', { read: ['administrator'] }),
      declare('free', { indexed: false }),
    ];
    const configured = { deps: { ...app.deps, configuration: { ...EMPTY_CONFIGURATION, ownFields } } };
    await storeUsers(app, [
      { name: 'Gold', data: { plan: 'gold-plan', note: 'gold-note', free: 'x' } },
      { name: 'Silver', data: { plan: 'silver-plan', note: 'silver-note', free: 'x' } },
    ]);
    const { people } = await readUsers(configured, { data: { plan: 'gold-plan' } }, KEY);
    expect(people).toMatchObject([{ name: 'Gold', data: { plan: 'gold-plan', free: 'x' } }]);
    expect(people[0]?.data).not.toHaveProperty('note');

    for (const data of [
      { note: 'gold-note' },
      { free: 'x' },
      { unknown: 'x' },
      { 'plan.x': 'x' },
      { $where: '1' },
    ]) {
      expect([data, await outcomeOf(readUsers(configured, { data }, KEY))]).toEqual([data, 'INVALID_INPUT']);
    }
  });
});

describe('users.getMany', () => {
  it('answers people in the order of the ids, and leaves unknown and deleted ones out', async ({ app }) => {
    const [ada, bob, gone] = await storeUsers(app, [{ name: 'Ada' }, { name: 'Bob' }, { name: 'Gone' }]);
    if (!ada || !bob || !gone) throw new Error('nobody is stored');
    await app.deps.collections.users.updateOne({ _id: gone._id }, { $set: { deletedAt: new Date() } });
    const ids = [bob._id, new ObjectId(), gone._id, ada._id].map((id) => id.toHexString());
    const { client } = await makeAdministrator(app);
    const { people } = await client.users.getMany.query({ ids });
    expect(people.map(({ name }) => name)).toEqual(['Bob', 'Ada']);
    expect(people[1]).toEqual(await client.users.get.query({ id: ada._id.toHexString() }));
    expect(await appCodeOf(client.users.get.query({ id: gone._id.toHexString() }))).toBe('NOT_FOUND');
    expect(await appCodeOf(client.users.get.query({ id: new ObjectId().toHexString() }))).toBe('NOT_FOUND');
  });

  it('takes 100 ids, and refuses 101', async ({ app }) => {
    const { users } = (await makeAdministrator(app)).client;
    const ids = Array.from({ length: 101 }, () => new ObjectId().toHexString());
    expect(await users.getMany.query({ ids: ids.slice(1) })).toEqual({ people: [] });
    expect(await appCodeOf(users.getMany.query({ ids }))).toBe('INVALID_INPUT');
  });
});

describe('users.list with hostile input', () => {
  it('finds nobody by text that means something elsewhere', async ({ app }) => {
    await storeUsers(app, [{ name: 'Ordinary' }]);
    for (const search of [
      '.*',
      '^',
      '(a+)+$',
      '$ne',
      '\\',
      '%',
      "' || 1==1",
      '*',
      '\u{10FFFF}',
      '__proto__',
      '{"$gt":""}',
    ])
      expect(await namesInList(app, { search })).not.toContain('Ordinary');
  });

  it('answers 400 to other shapes, and never 500', async ({ app }) => {
    const { authorization } = await makeServiceKey(app, ['users:read']);
    const statusOf = async (input: string) =>
      (await callAsScript(app, authorization, `users.list?input=${encodeURIComponent(input)}`)).status;
    for (const input of [
      '{"search":{"$ne":1}}',
      '{"search":["a"]}',
      '{"search":1}',
      `{"search":"${'a'.repeat(201)}"}`,
      '{"role":{"$gt":""}}',
      '{"role":"Admin $"}',
      '{"state":"deleted"}',
      '{"sort":"password"}',
      '{"limit":101}',
      '{"limit":0}',
      '{"limit":"25"}',
      '{"createdAfter":{"$gt":0}}',
      '{"createdAfter":"yesterday"}',
      '{"data":{"plan":{"$ne":null}}}',
      '{"data":{"$where":"1"}}',
      '{"data":{"a.b":"x"}}',
      '{"filter":{}}',
      '{"cursor":{"$ne":1}}',
    ])
      expect([input, await statusOf(input)]).toEqual([input, 400]);
    for (const search of ['\u0000', '\uD800', '\u202Eevil', 'ﷺ'.repeat(200), ' ', '\u0301'])
      expect([search, await statusOf(JSON.stringify({ search }))]).toEqual([search, 200]);
  });
});

describe('the order of users.list', () => {
  it('is the newest first, or by name with the nameless last', async ({ app }) => {
    const { window, at } = ownYear();
    await storeUsers(app, [
      { name: 'émile', createdAt: at(0) },
      { name: null, createdAt: at(1) },
      { name: 'Zora', createdAt: at(2) },
      { name: 'Eve', createdAt: at(3) },
      { name: 'ada', createdAt: at(4) },
    ]);
    expect(await namesInList(app, window)).toEqual(['ada', 'Eve', 'Zora', null, 'émile']);
    const byName = await namesInList(app, { ...window, sort: 'name' });
    expect(byName).toEqual(['ada', 'émile', 'Eve', 'Zora', null]);
    expect(await namesInList(app, { ...window, reversed: true })).toEqual([
      'émile',
      null,
      'Zora',
      'Eve',
      'ada',
    ]);
    const fromTheEnd = await namesInList(app, { ...window, sort: 'name', reversed: true });
    expect(fromTheEnd).toEqual(['Zora', 'Eve', 'émile', 'ada', null]);
  });

  it.for(['created', 'name'] as const)(
    'gives everybody once, page by page, by %s, also with equal names and times',
    async (sort, { app }) => {
      const { window, at } = ownYear();
      const people = Array.from({ length: 40 }, (_, index) => ({
        name: index % 8 === 0 ? null : `Name ${index % 3}`,
        createdAt: at(index % 5),
      }));
      const stored = await storeUsers(app, people);
      const expected = idsOf((await readUsers(app, { ...window, sort, limit: 100 })).people);
      expect(expected.toSorted()).toEqual(storedIdsOf(stored).toSorted());
      for (const limit of [1, 7, 40]) {
        expect(await allPages(app, { ...window, sort, limit })).toEqual(expected);
      }
      const input = { ...window, sort, reversed: true };
      const reversed = idsOf((await readUsers(app, { ...input, limit: 100 })).people);
      expect(reversed).not.toEqual(expected);
      expect(await allPages(app, { ...input, limit: 7 })).toEqual(reversed);
    },
  );

  it.for(['created', 'name'] as const)(
    'by %s stays the same for the others when people come and go between two pages',
    async (sort, { app }) => {
      const { window, at } = ownYear();
      const people = Array.from({ length: 20 }, (_, n) => ({ name: `Stay ${n % 4}`, createdAt: at(n % 6) }));
      const stored = await storeUsers(app, people);
      const before = idsOf((await readUsers(app, { ...window, sort, limit: 100 })).people);
      const gone = new Set<string>();
      const paged = await allPages(app, { ...window, sort, limit: 4 }, async (page) => {
        await storeUsers(app, [{ name: `Stay ${page}`, createdAt: at(page) }]);
        const leaving = before[page * 4 + 3];
        if (leaving === undefined) return;
        gone.add(leaving);
        await app.deps.collections.users.deleteOne({ _id: new ObjectId(leaving) });
      });
      const kept = before.filter((id) => paged.includes(id));
      expect(paged.filter((id) => kept.includes(id))).toEqual(kept);
      expect(new Set(paged).size).toBe(paged.length);
      expect(storedIdsOf(stored).filter((id) => !gone.has(id) && !paged.includes(id))).toEqual([]);
    },
  );

  it('lists people by method to an administrator, and refuses a service key', async ({ app }) => {
    const { window } = ownYear();
    const createdAt = new Date(window.createdAfter);
    await storeUsers(app, [
      { name: 'Ada', createdAt },
      { name: 'Grace', createdAt, totp: [aStoredApp()] },
    ]);
    expect(await namesInList(app, { ...window, method: 'totp' })).toEqual(['Grace']);
    expect(await namesInList(app, { ...window, method: 'passkey' })).toEqual([]);
    expect(await outcomeOf(readUsers(app, { method: 'totp' }, KEY))).toBe('INVALID_INPUT');
  });

  it('answers INVALID_INPUT to a cursor of another list, and to one that was changed', async ({ app }) => {
    const { window, at } = ownYear();
    await storeUsers(app, [{ createdAt: at(0) }, { createdAt: at(1) }]);
    const { client } = await makeAdministrator(app);
    const { nextCursor } = await client.users.list.query({ ...window, limit: 1 });
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    const id = new ObjectId().toHexString();
    for (const input of [
      { sort: 'name' as const, cursor: nextCursor ?? '' },
      { reversed: true, cursor: nextCursor ?? '' },
      { cursor: 'x' },
      { cursor: '' },
      { cursor: encode(`created.${id}.soon`) },
      { cursor: encode(`created.${id}.99999999999999999`) },
      { cursor: encode(`created.x.1`) },
      { cursor: encode(`secret.${id}.1`) },
      { cursor: encode(`__proto__.${id}.1`) },
    ]) {
      expect(await appCodeOf(client.users.list.query(input))).toBe('INVALID_INPUT');
    }
  });

  it('takes the cursor of a person who was created before 1970', async ({ app }) => {
    const day = (date: number) => new Date(Date.UTC(1968, 0, date));
    const stored = await storeUsers(app, [
      { createdAt: day(1) },
      { createdAt: day(2) },
      { createdAt: day(3) },
    ]);
    const window = { createdAfter: day(1).toISOString(), createdBefore: day(4).toISOString() };
    expect(await allPages(app, { ...window, limit: 1 })).toEqual(storedIdsOf(stored).toReversed());
  });

  it('takes the cursor of a person with the longest name', async ({ app }) => {
    const name = '\u{20000}'.repeat(100);
    await storeUsers(app, [{ name }, { name }]);
    const { client } = await makeAdministrator(app);
    const first = await client.users.list.query({ search: name, limit: 1 });
    const second = await client.users.list.query({ search: name, limit: 1, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ people: [{ name }], nextCursor: null });
  });
});
