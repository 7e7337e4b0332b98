import { expect, it } from 'vitest';
import { createMemoryStore } from './memory-store.ts';

type Kind = ReturnType<ReturnType<typeof createMemoryStore>>;

const fill = async (kind: Kind, ids: readonly string[]) => {
  for (const id of ids) await kind.upsert(id, { uid: id }, 60);
};
/** Which of these ids are stored. Each lookup counts as a use. */
const storedOf = async (kind: Kind, ids: readonly string[]) => {
  const found = await Promise.all(ids.map((id) => kind.find(id)));
  return ids.filter((_, index) => found[index] !== undefined);
};

it('finds no expired entries', async () => {
  let now = 1_000_000;
  const sessions = createMemoryStore({ now: () => now })('Session');
  await sessions.upsert('s', { uid: 'u' }, 60);
  now += 59_999;
  expect([await sessions.find('s'), await sessions.findByUid('u')]).toEqual([{ uid: 'u' }, { uid: 'u' }]);
  now += 1;
  expect([await sessions.find('s'), await sessions.findByUid('u')]).toEqual([undefined, undefined]);
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
  const codes = createMemoryStore({ now: () => 5_000 })('AuthorizationCode');
  await codes.upsert('a', { grantId: 'g' }, 60);
  await codes.upsert('b', { grantId: 'h' }, 60);
  await codes.consume('a');
  expect(await codes.find('a')).toEqual({ grantId: 'g', consumed: 5 });
  await codes.revokeByGrantId('g');
  expect([await codes.find('a'), await codes.find('b')]).toEqual([undefined, { grantId: 'h' }]);
});

it.each(['find', 'findByUid'] as const)(
  'when it is full, deletes the entry of the same kind that was used least recently, and %s is a use',
  async (method) => {
    const store = createMemoryStore({ mostOfAKind: 3 });
    await fill(store('AccessToken'), ['t']);
    const sessions = store('Session');
    await fill(sessions, ['a', 'b', 'c']);
    await sessions[method]('a');
    await fill(sessions, ['d']);
    expect(await storedOf(sessions, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
    expect(await storedOf(store('AccessToken'), ['t'])).toEqual(['t']);
    const many = Array.from({ length: 300 }, (_, index) => `s${index}`);
    await fill(sessions, many);
    expect(await storedOf(sessions, many)).toEqual(many.slice(-3));
  },
);

it('when it is full, deletes redeemed codes before older waiting ones', async () => {
  const codes = createMemoryStore({ mostOfAKind: 3 })('AuthorizationCode');
  await fill(codes, ['waiting', 'b', 'c']);
  await codes.consume('b');
  await codes.consume('c');
  await fill(codes, ['d', 'e']);
  expect(await storedOf(codes, ['waiting', 'b', 'c', 'd', 'e'])).toEqual(['waiting', 'd', 'e']);
});

it('when it is full, deletes expired entries first', async () => {
  let now = 0;
  const sessions = createMemoryStore({ now: () => now, mostOfAKind: 2 })('Session');
  await sessions.upsert('long', {}, 600);
  await sessions.upsert('short', {}, 1);
  now = 2000;
  await sessions.upsert('new', {}, 600);
  expect(await storedOf(sessions, ['long', 'short', 'new'])).toEqual(['long', 'new']);
});

it('when it is full, deletes a client together with its token, also in the file', async () => {
  let saved: string | null = null;
  const kept = { load: () => saved, save: (text: string) => void (saved = text) };
  const store = createMemoryStore({ kept, mostOfAKind: 2 });
  for (const id of ['a', 'b', 'c']) {
    await store('Client').upsert(id, { client_id: id }, Infinity);
    await store('RegistrationAccessToken').upsert(`token of ${id}`, { clientId: id }, Infinity);
  }
  const restarted = createMemoryStore({ kept, mostOfAKind: 2 });
  expect(await storedOf(restarted('Client'), ['a', 'b', 'c'])).toEqual(['b', 'c']);
  const tokens = ['a', 'b', 'c'].map((id) => `token of ${id}`);
  expect(await storedOf(restarted('RegistrationAccessToken'), tokens)).toEqual(tokens.slice(1));
});

it('never has more characters than its maximum, and always the newest entry', async () => {
  const interactions = createMemoryStore({ mostCharactersOfAKind: 250 })('Interaction');
  const ids = Array.from({ length: 100 }, (_, index) => `s${index}`);
  for (const id of ids) await interactions.upsert(id, { params: { state: 'x'.repeat(80) } }, 60);
  expect(await storedOf(interactions, ids)).toEqual(ids.slice(-2));
  await interactions.upsert('large', { params: { state: 'x'.repeat(1000) } }, 60);
  expect(await storedOf(interactions, [...ids.slice(-2), 'large'])).toEqual(['large']);
});
