import type { Tab } from './tab.ts';
import type { Tokens } from './tokens.ts';

/** How long a tab waits for the tokens of another one. */
const ANSWER_WITHIN_MS = 200;

type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  /** All tokens up to this version have ended. */
  | { readonly kind: 'ended'; readonly version: number };

export function createSharedTokens(tab: Tab, name: string, onReplaced: (former: Tokens) => void) {
  let current: Tokens | null = null;
  let endedVersion = 0;
  const listeners = new Set<() => void>();
  const channel = tab.openChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its origin only
  const send = (message: Message) => channel?.postMessage(message);

  function adopt(tokens: Tokens): void {
    if (tokens.version <= Math.max(endedVersion, current?.version ?? 0)) return;
    const former = current;
    current = tokens;
    for (const listener of listeners) listener();
    if (former && former.claims.sid !== tokens.claims.sid) onReplaced(former);
  }

  function forget(version: number): void {
    endedVersion = Math.max(endedVersion, version);
    if (!current || current.version > version) return;
    current = null;
    for (const listener of listeners) listener();
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'tokens') adopt(data.tokens);
    else if (data.kind === 'ended') forget(data.version);
    else if (current) send({ kind: 'tokens', tokens: current });
  });

  return {
    get: (): Tokens | null => current,

    /** Takes new tokens in all tabs, unless their session has ended meanwhile. */
    set(tokens: Tokens): void {
      adopt(tokens);
      if (current === tokens) send({ kind: 'tokens', tokens });
    },

    /** Ends the tokens up to this version in all tabs. */
    end(version: number): void {
      forget(version);
      send({ kind: 'ended', version });
    },

    /** Waits for newer tokens from another tab. */
    async ask(): Promise<void> {
      if (!channel) return;
      await new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          listeners.delete(finish);
          resolve();
        };
        const timer = setTimeout(finish, ANSWER_WITHIN_MS);
        listeners.add(finish);
        send({ kind: 'ask' });
      });
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
