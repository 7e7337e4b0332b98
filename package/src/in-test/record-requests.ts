export interface SentRequest {
  readonly url: URL;
  readonly headers: Headers;
}

/** A `fetch` that notes what a client sends. */
export function recordRequests() {
  const sent: SentRequest[] = [];
  return {
    sent,
    fetch: (url: string, init: RequestInit) => {
      sent.push({ url: new URL(url), headers: new Headers(init.headers) });
      return fetch(url, init);
    },
  };
}
