import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  /** Milliseconds since the epoch; `Infinity` for clients. */
  readonly expiresAt: number;
}

/** Entries kept before the expired ones are swept out. */
const SWEEP_ABOVE = 1000;

/** Clients that registered themselves, and the tokens by which they manage that: what outlives a provider's process. */
const KEPT_MODELS = new Set(['Client', 'RegistrationAccessToken']);

/** Where what is kept goes: the text that was saved last, or `null`. */
export interface KeptText {
  load(): string | null;
  save(text: string): void;
}

/**
 * What a demo provider remembers: sessions, codes, tokens, clients that registered themselves. It is gone with the process, but for
 * what `kept` keeps; the provider's own store would forget it all, and would say at every start that it is not for production.
 */
export function createMemoryStore(now: () => number = Date.now, kept?: KeptText): AdapterFactory {
  const saved = kept?.load() ?? null;
  const entries = new Map<string, Entry>(
    saved === null ? [] : (JSON.parse(saved) as [string, AdapterPayload][]).map(keptEntry),
  );
  const save = (model: string) => {
    if (!kept || !KEPT_MODELS.has(model)) return;
    const lasting = [...entries].filter(([key]) => KEPT_MODELS.has(key.slice(0, key.indexOf(':'))));
    kept.save(JSON.stringify(lasting.map(([key, { payload }]) => [key, payload])));
  };

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
        save(model);
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
        save(model);
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

/** What is kept has no end of its own. */
function keptEntry([key, payload]: [string, AdapterPayload]): [string, Entry] {
  return [key, { payload, expiresAt: Infinity }];
}
