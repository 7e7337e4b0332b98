import { expect, it } from 'vitest';
import { createMemoryStore } from './memory-store.ts';

it('forgets what has expired', async () => {
  let now = 1_000_000;
  const sessions = createMemoryStore(() => now)('Session');
  await sessions.upsert('s', { uid: 'u' }, 60);
  now += 59_999;
  expect(await sessions.find('s')).toEqual({ uid: 'u' });
  expect(await sessions.findByUid('u')).toEqual({ uid: 'u' });
  now += 1;
  expect(await sessions.find('s')).toBeUndefined();
  expect(await sessions.findByUid('u')).toBeUndefined();
});

it('keeps clients for good, and models apart', async () => {
  let now = 0;
  const store = createMemoryStore(() => now);
  await store('Client').upsert('c', { client_id: 'c' });
  now = Number.MAX_SAFE_INTEGER;
  expect(await store('Client').find('c')).toEqual({ client_id: 'c' });
  expect(await store('Session').find('c')).toBeUndefined();
  await store('Client').destroy('c');
  expect(await store('Client').find('c')).toBeUndefined();
});

it('marks codes as used, and revokes the tokens of one grant', async () => {
  const store = createMemoryStore(() => 5_000);
  const codes = store('AuthorizationCode');
  await codes.upsert('a', { grantId: 'g' }, 60);
  await codes.upsert('b', { grantId: 'h' }, 60);
  await codes.consume('a');
  expect(await codes.find('a')).toEqual({ grantId: 'g', consumed: 5 });
  await codes.revokeByGrantId('g');
  expect([await codes.find('a'), await codes.find('b')]).toEqual([undefined, { grantId: 'h' }]);
});
