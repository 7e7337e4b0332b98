import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  /** Milliseconds since the epoch; `Infinity` for clients. */
  readonly expiresAt: number;
}

/** Entries kept before the expired ones are swept out. */
const SWEEP_ABOVE = 1000;

/**
 * What a demo provider remembers: sessions, codes, tokens, clients that registered themselves. It is gone with the process;
 * the provider's own store would do the same, and would say at every start that it is not for production.
 */
export function createMemoryStore(now: () => number = Date.now): AdapterFactory {
  const entries = new Map<string, Entry>();

  const live = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    if (entry && entry.expiresAt > now()) return entry.payload;
    entries.delete(key);
    return undefined;
  };
  const sweep = () => {
    for (const [key, { expiresAt }] of entries) if (expiresAt <= now()) entries.delete(key);
  };

  return (model): Adapter => {
    const prefix = `${model}:`;
    const findBy = (field: 'uid' | 'userCode', value: string) => {
      for (const [key, { payload }] of entries) {
        if (key.startsWith(prefix) && payload[field] === value) return live(key);
      }
      return undefined;
    };
    return {
      upsert(id, payload, expiresIn) {
        if (entries.size > SWEEP_ABOVE) sweep();
        const expiresAt = expiresIn === undefined ? Infinity : now() + expiresIn * 1000;
        entries.set(prefix + id, { payload, expiresAt });
        return Promise.resolve();
      },
      find: (id) => Promise.resolve(live(prefix + id)),
      findByUid: (uid) => Promise.resolve(findBy('uid', uid)),
      findByUserCode: (userCode) => Promise.resolve(findBy('userCode', userCode)),
      consume(id) {
        const payload = live(prefix + id);
        if (payload) payload.consumed = Math.floor(now() / 1000);
        return Promise.resolve();
      },
      destroy(id) {
        entries.delete(prefix + id);
        return Promise.resolve();
      },
      revokeByGrantId(grantId) {
        // Asked of one model's adapter at a time: codes, access tokens and refresh tokens each in turn.
        for (const [key, { payload }] of entries) {
          if (key.startsWith(prefix) && payload.grantId === grantId) entries.delete(key);
        }
        return Promise.resolve();
      },
    };
  };
}
