import { describe, expect, it } from 'vitest';
import { createMemoryStore } from './memory-store.ts';

it('finds no expired entries', async () => {
  let now = 1_000_000;
  const sessions = createMemoryStore({ now: () => now })('Session');
  await sessions.upsert('s', { uid: 'u' }, 60);
  now += 59_999;
  expect(await sessions.find('s')).toEqual({ uid: 'u' });
  expect(await sessions.findByUid('u')).toEqual({ uid: 'u' });
  now += 1;
  expect(await sessions.find('s')).toBeUndefined();
  expect(await sessions.findByUid('u')).toBeUndefined();
});

it('never expires clients, and keeps models separate', async () => {
  let now = 0;
  const store = createMemoryStore({ now: () => now });
  await store('Client').upsert('c', { client_id: 'c' });
  now = Number.MAX_SAFE_INTEGER;
  expect(await store('Client').find('c')).toEqual({ client_id: 'c' });
  expect(await store('Session').find('c')).toBeUndefined();
  await store('Client').destroy('c');
  expect(await store('Client').find('c')).toBeUndefined();
});

it('marks codes as used, and deletes the entries of one grant', async () => {
  const store = createMemoryStore({ now: () => 5_000 });
  const codes = store('AuthorizationCode');
  await codes.upsert('a', { grantId: 'g' }, 60);
  await codes.upsert('b', { grantId: 'h' }, 60);
  await codes.consume('a');
  expect(await codes.find('a')).toEqual({ grantId: 'g', consumed: 5 });
  await codes.revokeByGrantId('g');
  expect([await codes.find('a'), await codes.find('b')]).toEqual([undefined, { grantId: 'h' }]);
});

describe('a full store', () => {
  const MOST = 3;
  const fill = async (
    model: string,
    ids: readonly string[],
    store = createMemoryStore({ mostOfAKind: MOST }),
  ) => {
    for (const id of ids) await store(model).upsert(id, { uid: id }, 60);
    return store(model);
  };
  const storedIds = async (
    kind: ReturnType<ReturnType<typeof createMemoryStore>>,
    ids: readonly string[],
  ) => {
    const found = await Promise.all(ids.map((id) => kind.find(id)));
    return ids.filter((_, index) => found[index] !== undefined);
  };

  it('deletes the least recently used entry of the same kind', async () => {
    const store = createMemoryStore({ mostOfAKind: MOST });
    const sessions = await fill('Session', ['s'], store);
    const tokens = await fill('AccessToken', ['a', 'b', 'c'], store);
    await tokens.find('a');
    await fill('AccessToken', ['d'], store);
    expect(await storedIds(tokens, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
    expect(await storedIds(sessions, ['s'])).toEqual(['s']);
  });

  it('counts findByUid as a use', async () => {
    const sessions = await fill('Session', ['a', 'b', 'c']);
    await sessions.findByUid('a');
    await sessions.upsert('d', {}, 60);
    expect(await storedIds(sessions, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
  });

  it('deletes redeemed codes before older waiting ones', async () => {
    const codes = await fill('AuthorizationCode', ['waiting', 'b', 'c']);
    await codes.consume('b');
    await codes.consume('c');
    await codes.upsert('d', {}, 60);
    await codes.upsert('e', {}, 60);
    expect(await storedIds(codes, ['waiting', 'b', 'c', 'd', 'e'])).toEqual(['waiting', 'd', 'e']);
  });

  it('deletes expired entries first', async () => {
    let now = 0;
    const sessions = createMemoryStore({ now: () => now, mostOfAKind: 2 })('Session');
    await sessions.upsert('long', {}, 600);
    await sessions.upsert('short', {}, 1);
    now = 2000;
    await sessions.upsert('new', {}, 600);
    expect(await storedIds(sessions, ['long', 'short', 'new'])).toEqual(['long', 'new']);
  });

  it('deletes a client together with its token, also in the file', async () => {
    let saved: string | null = null;
    const kept = { load: () => saved, save: (text: string) => void (saved = text) };
    const store = createMemoryStore({ kept, mostOfAKind: 2 });
    for (const id of ['a', 'b', 'c']) {
      await store('Client').upsert(id, { client_id: id }, Infinity);
      await store('RegistrationAccessToken').upsert(`token of ${id}`, { clientId: id }, Infinity);
    }
    const restarted = createMemoryStore({ kept, mostOfAKind: 2 });
    expect(await storedIds(restarted('Client'), ['a', 'b', 'c'])).toEqual(['b', 'c']);
    const tokens = ['a', 'b', 'c'].map((id) => `token of ${id}`);
    expect(await storedIds(restarted('RegistrationAccessToken'), tokens)).toEqual(tokens.slice(1));
  });

  it('never has more characters than its maximum, and always the newest entry', async () => {
    const store = createMemoryStore({ mostCharactersOfAKind: 250 });
    const ids = Array.from({ length: 5000 }, (_, index) => `s${index}`);
    for (const id of ids) await store('Interaction').upsert(id, { params: { state: 'x'.repeat(80) } }, 60);
    expect(await storedIds(store('Interaction'), ids)).toEqual(ids.slice(-2));
    await store('Interaction').upsert('large', { params: { state: 'x'.repeat(1000) } }, 60);
    expect(await storedIds(store('Interaction'), [...ids.slice(-2), 'large'])).toEqual(['large']);
  });

  it('never has more than its maximum of entries', async () => {
    const ids = Array.from({ length: 100 * MOST }, (_, index) => `s${index}`);
    const sessions = await fill('Session', ids);
    expect(await storedIds(sessions, ids)).toEqual(ids.slice(-MOST));
  });
});
