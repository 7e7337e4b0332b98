import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import { allPages, namesInList, readUsers } from '../../../testing/users/user-pages.ts';
import { ownYear, storeUsers } from '../../../testing/users/users.ts';

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
    expect(await namesInList(app, { ...window, sort: 'name' })).toEqual([
      'ada',
      'émile',
      'Eve',
      'Zora',
      null,
    ]);
  });

  it.for(['created', 'name'] as const)(
    'gives everybody once, page by page, by %s, also with equal names and times',
    async (sort, { app }) => {
      const { window, at } = ownYear();
      const stored = await storeUsers(
        app,
        Array.from({ length: 40 }, (_, index) => ({
          name: index % 8 === 0 ? null : `Name ${index % 3}`,
          createdAt: at(index % 5),
        })),
      );
      const expected = (await readUsers(app, { ...window, sort, limit: 100 })).people.map(({ id }) => id);
      expect(expected.toSorted()).toEqual(stored.map(({ _id }) => _id.toHexString()).toSorted());
      for (const limit of [1, 7, 40]) {
        expect(await allPages(app, { ...window, sort, limit })).toEqual(expected);
      }
    },
  );

  it.for(['created', 'name'] as const)(
    'by %s stays the same for the others when people come and go between two pages',
    async (sort, { app }) => {
      const { window, at } = ownYear();
      const stored = await storeUsers(
        app,
        Array.from({ length: 20 }, (_, index) => ({ name: `Stay ${index % 4}`, createdAt: at(index % 6) })),
      );
      const before = (await readUsers(app, { ...window, sort, limit: 100 })).people.map(({ id }) => id);
      const gone = new Set<string>();
      const paged = await allPages(app, { ...window, sort, limit: 4 }, async (page) => {
        await storeUsers(app, [{ name: `Stay ${page}`, createdAt: at(page) }]);
        // The last person of the page before is the one whom the cursor names.
        const leaving = before[page * 4 + 3];
        if (leaving === undefined) return;
        gone.add(leaving);
        await app.deps.collections.users.deleteOne({ _id: new ObjectId(leaving) });
      });
      const kept = before.filter((id) => paged.includes(id));
      expect(paged.filter((id) => kept.includes(id))).toEqual(kept);
      expect(new Set(paged).size).toBe(paged.length);
      expect(
        stored.every(({ _id }) => gone.has(_id.toHexString()) || paged.includes(_id.toHexString())),
      ).toBe(true);
    },
  );

  it('answers INVALID_INPUT to a cursor of another list, and to one that was changed', async ({ app }) => {
    const { window, at } = ownYear();
    await storeUsers(app, [{ createdAt: at(0) }, { createdAt: at(1) }]);
    const { client } = await makeAdministrator(app);
    const { nextCursor } = await client.users.list.query({ ...window, limit: 1 });
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    const id = new ObjectId().toHexString();
    for (const input of [
      { sort: 'name' as const, cursor: nextCursor ?? '' },
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
    const [one, two, three] = await storeUsers(
      app,
      [1, 2, 3].map((date) => ({ createdAt: day(date) })),
    );
    const window = { createdAfter: day(1).toISOString(), createdBefore: day(4).toISOString() };
    expect(await allPages(app, { ...window, limit: 1 })).toEqual(
      [three, two, one].map((user) => user?._id.toHexString()),
    );
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
