/** The browser functions that the client uses. */
export interface Tab {
  readonly address: () => URL;
  /** Replaces the address without a navigation. */
  readonly replaceAddress: (address: URL) => void;
  /** `isReplaced`: the present page keeps no history entry. */
  readonly navigate: (address: URL, options: { readonly isReplaced: boolean }) => void;
  readonly sessionStorage: () => Storage;
  readonly localStorage: () => Storage;
  readonly openChannel: (name: string) => BroadcastChannel | null;
  /** Runs one task at a time in all tabs of the origin. */
  readonly exclusively: <Result>(name: string, task: () => Promise<Result>) => Promise<Result>;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** On a server, nothing is touched before the first call. */
export function currentTab(): Tab {
  return {
    address: () => new URL(window.location.href),
    replaceAddress: (address) => window.history.replaceState(window.history.state, '', address),
    navigate: (address, { isReplaced }) =>
      isReplaced ? window.location.replace(address) : window.location.assign(address),
    sessionStorage: () => window.sessionStorage,
    localStorage: () => window.localStorage,
    openChannel: (name) =>
      typeof window === 'undefined' || typeof BroadcastChannel === 'undefined'
        ? null
        : new BroadcastChannel(name),
    exclusively: withLock(() => (typeof navigator === 'undefined' ? undefined : navigator.locks)),
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => Date.now(),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

/**
 * Runs tasks under the browser's lock. Without locks (Safari before 15.4, plain http) only this tab's tasks
 * are serialized. Foyer then gives tabs that reuse a refresh token within 30 seconds the same new one.
 */
export function withLock(locksOf: () => LockManager | undefined): Tab['exclusively'] {
  let last: Promise<unknown> = Promise.resolve();
  return async (name, task) => {
    const locks = locksOf();
    if (locks) return await locks.request(name, task);
    const mine = last.then(task, task);
    last = mine;
    return await mine;
  };
}
