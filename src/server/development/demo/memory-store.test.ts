import { beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../shared/limits.ts';
import { createMemoryStore } from './memory-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

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
  const sessions = createMemoryStore()('Session');
  await sessions.upsert('s', { uid: 'u' }, 60);
  vi.advanceTimersByTime(59_999);
  expect([await sessions.find('s'), await sessions.findByUid('u')]).toEqual([{ uid: 'u' }, { uid: 'u' }]);
  vi.advanceTimersByTime(2);
  expect([await sessions.find('s'), await sessions.findByUid('u')]).toEqual([undefined, undefined]);
});

it('never expires clients, and keeps models separate', async () => {
  const store = createMemoryStore();
  await store('Client').upsert('c', { client_id: 'c' });
  vi.advanceTimersByTime(1000 * DAY_MS);
  expect(await store('Client').find('c')).toEqual({ client_id: 'c' });
  expect(await store('Session').find('c')).toBeUndefined();
  await store('Client').destroy('c');
  expect(await store('Client').find('c')).toBeUndefined();
});

it('marks codes as used, and deletes the entries of one grant', async () => {
  const codes = createMemoryStore()('AuthorizationCode');
  await codes.upsert('a', { grantId: 'g' }, 60);
  await codes.upsert('b', { grantId: 'h' }, 60);
  await codes.consume('a');
  expect(await codes.find('a')).toEqual({ grantId: 'g', consumed: expect.any(Number) as unknown });
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

it('never has more characters than its maximum', async () => {
  const interactions = createMemoryStore({ mostCharactersOfAKind: 250 })('Interaction');
  const ids = Array.from({ length: 100 }, (_, index) => `s${index}`);
  for (const id of ids) await interactions.upsert(id, { params: { state: 'x'.repeat(80) } }, 60);
  expect(await storedOf(interactions, ids)).toEqual(ids.slice(-2));
});
