import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  /** Milliseconds since the epoch; `Infinity` for clients. */
  readonly expiresAt: number;
}

/** How many of a kind are kept: far more than there are sign-ins in progress on one machine, and a few megabytes in all. */
const MOST_OF_A_KIND = 1000;

/** Clients that registered themselves, and the tokens by which they manage that: what outlives a provider's process. */
const KEPT_MODELS = ['Client', 'RegistrationAccessToken'] as const;

/** Where what is kept goes: the text that was saved last, or `null`. */
export interface KeptText {
  load(): string | null;
  save(text: string): void;
}

interface MemoryStoreOptions {
  readonly now?: () => number;
  readonly kept?: KeptText | undefined;
  readonly mostOfAKind?: number | undefined;
}

/**
 * What a demo provider remembers: sessions, codes, tokens, clients that registered themselves. It is gone with the process, but for
 * what `kept` keeps; the provider's own store would forget it all, and would say at every start that it is not for production.
 *
 * Of each kind only so many are remembered. What is over goes first, then what was not used for longest. An unfinished sign-in is among
 * the newest of each kind: its interaction ends when it is answered, its code when it is redeemed.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): AdapterFactory {
  const { now = Date.now, kept, mostOfAKind = MOST_OF_A_KIND } = options;
  /** By model, each in the order of its last use. */
  const kinds = new Map<string, Map<string, Entry>>();
  const kindOf = (model: string): Map<string, Entry> => {
    const kind = kinds.get(model) ?? new Map<string, Entry>();
    kinds.set(model, kind);
    return kind;
  };
  const isOver = ({ payload, expiresAt }: Entry) => expiresAt <= now() || payload.consumed !== undefined;

  const remove = (model: string, id: string): void => {
    kindOf(model).delete(id);
    // Without its client the token manages nothing.
    if (model === 'Client')
      deleteWhere(kindOf('RegistrationAccessToken'), ({ payload }) => payload.clientId === id);
  };
  const add = (model: string, id: string, entry: Entry): void => {
    const kind = kindOf(model);
    kind.delete(id);
    if (kind.size >= mostOfAKind) {
      const over = [...kind].find(([, each]) => isOver(each))?.[0];
      const [oldest] = kind.keys();
      remove(model, over ?? oldest ?? id);
    }
    kind.set(id, entry);
  };

  for (const [key, payload] of JSON.parse(kept?.load() ?? '[]') as [string, AdapterPayload][]) {
    const colon = key.indexOf(':');
    // What is kept has no end of its own.
    add(key.slice(0, colon), key.slice(colon + 1), { payload, expiresAt: Infinity });
  }
  const save = (model: string) => {
    if (!kept || !KEPT_MODELS.some((each) => each === model)) return;
    const lasting = KEPT_MODELS.flatMap((each) =>
      [...kindOf(each)].map(([id, { payload }]) => [`${each}:${id}`, payload]),
    );
    kept.save(JSON.stringify(lasting));
  };

  return (model): Adapter => {
    const kind = kindOf(model);
    const find = (id: string | undefined): Promise<AdapterPayload | undefined> => {
      const entry = id === undefined ? undefined : kind.get(id);
      if (id === undefined || !entry) return Promise.resolve(undefined);
      kind.delete(id);
      if (entry.expiresAt <= now()) return Promise.resolve(undefined);
      // Used last.
      kind.set(id, entry);
      return Promise.resolve(entry.payload);
    };
    const findBy = (field: 'uid' | 'userCode', value: string) =>
      find([...kind].find(([, { payload }]) => payload[field] === value)?.[0]);
    return {
      upsert(id, payload, expiresIn) {
        add(model, id, {
          payload,
          expiresAt: expiresIn === undefined ? Infinity : now() + expiresIn * 1000,
        });
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
        // Asked of one model's adapter at a time: codes, access tokens and refresh tokens each in turn.
        deleteWhere(kind, ({ payload }) => payload.grantId === grantId);
        return Promise.resolve();
      },
    };
  };
}

function deleteWhere(kind: Map<string, Entry>, isMeant: (entry: Entry) => boolean): void {
  for (const [id, entry] of kind) if (isMeant(entry)) kind.delete(id);
}
