import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  /** Of the payload as JSON. */
  readonly size: number;
  /** Milliseconds since the epoch; `Infinity` for clients. */
  readonly expiresAt: number;
}

/** Far more entries than concurrent sign-ins on one machine. */
const MOST_OF_A_KIND = 1000;
/** A browser and a client choose how long their entries are, up to the limits of a request. */
const MOST_CHARACTERS_OF_A_KIND = 2 ** 20;

/** Self-registered clients and their registration tokens survive a restart. */
const KEPT_MODELS = ['Client', 'RegistrationAccessToken'] as const;

/** `load` returns the last saved text, or `null`. */
export interface KeptText {
  load(): string | null;
  save(text: string): void;
}

interface MemoryStoreOptions {
  readonly now?: () => number;
  readonly kept?: KeptText | undefined;
  readonly mostOfAKind?: number | undefined;
  readonly mostCharactersOfAKind?: number | undefined;
}

/**
 * Sessions, codes, tokens and registered clients of a demo provider. They end with the process, except what
 * `kept` stores. The library's own store warns at every start that it is not for production.
 * Each kind has a maximum of entries and of their size. Expired and used entries are deleted first, then the
 * least recently used ones. An unfinished sign-in is always among the newest of its kind.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): AdapterFactory {
  const { now = Date.now, kept, mostOfAKind = MOST_OF_A_KIND } = options;
  const { mostCharactersOfAKind = MOST_CHARACTERS_OF_A_KIND } = options;
  /** By model, in the order of their last use. */
  const kinds = new Map<string, Map<string, Entry>>();
  const kindOf = (model: string): Map<string, Entry> => {
    const kind = kinds.get(model) ?? new Map<string, Entry>();
    kinds.set(model, kind);
    return kind;
  };
  const isObsolete = ({ payload, expiresAt }: Entry) => expiresAt <= now() || payload.consumed !== undefined;

  const remove = (model: string, id: string): void => {
    kindOf(model).delete(id);
    // The registration token is useless without its client.
    if (model === 'Client')
      deleteWhere(kindOf('RegistrationAccessToken'), ({ payload }) => payload.clientId === id);
  };
  const isFull = (kind: ReadonlyMap<string, Entry>, added: number): boolean =>
    kind.size > 0 &&
    (kind.size >= mostOfAKind ||
      [...kind.values()].reduce((sum, { size }) => sum + size, added) > mostCharactersOfAKind);
  const add = (model: string, id: string, payload: AdapterPayload, expiresAt: number): void => {
    const kind = kindOf(model);
    kind.delete(id);
    const text = JSON.stringify(payload);
    while (isFull(kind, text.length)) {
      const obsoleteId = [...kind].find(([, each]) => isObsolete(each))?.[0];
      const [oldest] = kind.keys();
      remove(model, obsoleteId ?? oldest ?? id);
    }
    // A copy, because parts of the original can keep the text of a whole request in memory.
    kind.set(id, { payload: JSON.parse(text) as AdapterPayload, size: text.length, expiresAt });
  };

  for (const [key, payload] of JSON.parse(kept?.load() ?? '[]') as [string, AdapterPayload][]) {
    const colon = key.indexOf(':');
    add(key.slice(0, colon), key.slice(colon + 1), payload, Infinity);
  }
  const save = (model: string) => {
    if (!kept || !KEPT_MODELS.some((each) => each === model)) return;
    const stored = KEPT_MODELS.flatMap((each) =>
      [...kindOf(each)].map(([id, { payload }]) => [`${each}:${id}`, payload]),
    );
    kept.save(JSON.stringify(stored));
  };

  return (model): Adapter => {
    const kind = kindOf(model);
    const find = (id: string | undefined): Promise<AdapterPayload | undefined> => {
      const entry = id === undefined ? undefined : kind.get(id);
      if (id === undefined || !entry) return Promise.resolve(undefined);
      kind.delete(id);
      if (entry.expiresAt <= now()) return Promise.resolve(undefined);
      // Moves the entry to the end, as the most recently used.
      kind.set(id, entry);
      return Promise.resolve(entry.payload);
    };
    const findBy = (field: 'uid' | 'userCode', value: string) =>
      find([...kind].find(([, { payload }]) => payload[field] === value)?.[0]);
    return {
      upsert(id, payload, expiresIn) {
        add(model, id, payload, expiresIn === undefined ? Infinity : now() + expiresIn * 1000);
        save(model);
        return Promise.resolve();
      },
      find,
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      async consume(id) {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(now() / 1000);
      },
      destroy(id) {
        remove(model, id);
        save(model);
        return Promise.resolve();
      },
      revokeByGrantId(grantId) {
        // The library calls this once for each model of codes and tokens.
        deleteWhere(kind, ({ payload }) => payload.grantId === grantId);
        return Promise.resolve();
      },
    };
  };
}

function deleteWhere(kind: Map<string, Entry>, matches: (entry: Entry) => boolean): void {
  for (const [id, entry] of kind) if (matches(entry)) kind.delete(id);
}
