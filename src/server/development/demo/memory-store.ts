import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Self-registered clients and their registration tokens survive a restart. */
const KEPT_MODELS = ['Client', 'RegistrationAccessToken'];

/** `load` returns the last saved text, or `null`. */
export interface KeptText {
  load(): string | null;
  save(text: string): void;
}

type Kind = LRUCache<string, AdapterPayload>;

/**
 * Sessions, codes, tokens and registered clients of a demo provider. They end with the process, except what
 * `kept` stores. The library's own store warns at every start that it is not for production.
 * Each kind has a maximum of entries, far more than concurrent sign-ins on one machine, and of their
 * characters, because a browser and a client choose how long an entry is. The least recently used go first.
 */
export function createMemoryStore({
  kept,
  mostOfAKind: max = 1000,
  mostCharactersOfAKind: maxSize = 2 ** 20,
}: {
  readonly kept?: KeptText | undefined;
  readonly mostOfAKind?: number;
  readonly mostCharactersOfAKind?: number;
} = {}): AdapterFactory {
  const kinds = new Map<string, Kind>();
  const kindOf = (model: string): Kind => {
    const kind = kinds.get(model) ?? createKind(model);
    kinds.set(model, kind);
    return kind;
  };
  const createKind = (model: string): Kind =>
    new LRUCache({
      max,
      maxSize,
      perf: Date,
      sizeCalculation: (payload) => JSON.stringify(payload).length,
      dispose: (_payload, id, reason) => {
        // The registration token is useless without its client.
        if (model === 'Client' && reason !== 'set')
          deleteWhere(kindOf('RegistrationAccessToken'), ({ clientId }) => clientId === id);
      },
    });

  const stored = JSON.parse(kept?.load() ?? '[]') as [string, AdapterPayload][];
  for (const [key, payload] of stored) {
    const [model = '', id = ''] = key.split(/:(.*)/);
    kindOf(model).set(id, payload);
  }
  const save = (model: string) => {
    if (!KEPT_MODELS.includes(model)) return;
    // The least recently used first, so that a restart loads them in this order.
    const entries = KEPT_MODELS.flatMap((each) =>
      [...kindOf(each)].toReversed().map(([id, payload]) => [`${each}:${id}`, payload]),
    );
    kept?.save(JSON.stringify(entries));
  };

  return (model): Adapter => {
    const kind = kindOf(model);
    const find = (id: string) => Promise.resolve(kind.get(id));
    const findBy = (field: 'uid' | 'userCode', value: string) =>
      find([...kind].find(([, payload]) => payload[field] === value)?.[0] ?? '');
    return {
      upsert(id, payload, expiresIn = Infinity) {
        // A copy, because parts of the original can keep the text of a whole request in memory.
        const copy = JSON.parse(JSON.stringify(payload)) as AdapterPayload;
        kind.set(id, copy, Number.isFinite(expiresIn) ? { ttl: expiresIn * 1000 } : {});
        save(model);
        return Promise.resolve();
      },
      find,
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      async consume(id) {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy(id) {
        kind.delete(id);
        save(model);
        return Promise.resolve();
      },
      revokeByGrantId(grantId) {
        // The library calls this once for each model of codes and tokens.
        deleteWhere(kind, (payload) => payload.grantId === grantId);
        return Promise.resolve();
      },
    };
  };
}

function deleteWhere(kind: Kind, matches: (payload: AdapterPayload) => boolean): void {
  const matching = [...kind].filter(([, payload]) => matches(payload));
  for (const [id] of matching) kind.delete(id);
}
