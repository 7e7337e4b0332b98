/** What the client uses of the browser. Tests bring several tabs. */
export interface Tab {
  readonly address: () => URL;
  /** Replaces the address without a navigation. */
  readonly replaceAddress: (address: URL) => void;
  /** Leaves the page. `isReplaced`: the page keeps no entry in the history. */
  readonly navigate: (address: URL, options: { readonly isReplaced: boolean }) => void;
  /** Of this tab. */
  readonly sessionStorage: () => Storage;
  /** Of all tabs of the origin. */
  readonly localStorage: () => Storage;
  readonly openChannel: (name: string) => BroadcastChannel | null;
  /** Runs one task at a time in all tabs of the origin. */
  readonly exclusively: <Result>(name: string, task: () => Promise<Result>) => Promise<Result>;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Waits before a further attempt. */
  readonly pause: (ms: number) => Promise<void>;
}

/** The tab in which the page runs. On a server, nothing is touched before the first call. */
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
 * Tasks by the lock of the browser. Without it (Safari before 15.4, or a page of plain http), the tasks of this tab follow one another, and Foyer answers two tabs that
 * use the same refresh token within 30 seconds with the same new one.
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
