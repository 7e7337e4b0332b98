import { ObjectId } from 'mongodb';
import { afterEach, describe, expect } from 'vitest';
import { EMPTY_CONFIGURATION } from '../../../src/server/configuration/configuration.ts';
import { testWith } from '../../../src/testing/app/fixture.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import type { TestApp } from '../../../src/testing/app/test-app.ts';
import { SHOP as SHOP_CLIENT } from '../../../src/testing/oauth/clients.ts';
import { createClientInTab } from './browser-client.ts';
import { OAuthError } from './oauth-error.ts';
import { withLock, type Tab } from './tab.ts';
import type { BrowserClientOptions, SignInOptions } from './types.ts';

const SHOP = 'http://shop.localhost:5174';
const CLIENT = { ...SHOP_CLIENT, redirects: [`${SHOP}/callback`], resources: ['https://api.example.test'] };
const it = testWith({ configuration: { ...EMPTY_CONFIGURATION, clients: [CLIENT] } });
const NEARLY_OVER_MS = 4.5 * 60_000;

function makeStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}

const channels: BroadcastChannel[] = [];
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

const ADA = 'ada@example.test';
let ada: HttpAgent | undefined;
async function signedIn(app: TestApp): Promise<HttpAgent> {
  ada ??= await app.signInByMail(ADA);
  return ada;
}

/** A browser with tabs of the shop, and a session at Foyer where `agent` has one. */
function openBrowser(
  app: TestApp,
  agent: HttpAgent = app.agent(),
  chosen: Partial<BrowserClientOptions> = {},
) {
  const options = { issuer: app.origin, clientId: 'shop', redirectUri: `${SHOP}/callback`, ...chosen };
  const exclusively = withLock(() => undefined);
  const localStorage = makeStorage();
  const browser = {
    requests: [] as string[],
    answer: null as (() => Promise<Response>) | null,
    passedMs: 0,
    /** Moves the clocks of the browser and of Foyer. */
    wait(ms: number) {
      browser.passedMs += ms;
      app.advance(ms);
    },
    openTab(path = '/', sessionStorage = makeStorage()) {
      let address = new URL(path, SHOP);
      let left: URL | null = null;
      let historyLength = 1;
      let channel: BroadcastChannel | null = null;
      const tab: Tab = {
        address: () => address,
        replaceAddress: (replaced) => (address = replaced),
        navigate: (target, { isReplaced }) => {
          left = target;
          if (!isReplaced) historyLength += 1;
        },
        sessionStorage: () => sessionStorage,
        localStorage: () => localStorage,
        openChannel: (name) => {
          channel = new BroadcastChannel(name);
          channels.push(channel);
          return channel;
        },
        exclusively,
        fetch: async (input, init) => {
          const request = new Request(input, init);
          browser.requests.push(new URL(request.url).pathname);
          return browser.answer ? browser.answer() : fetch(request);
        },
        now: () => Date.now() + browser.passedMs,
        pause: () => Promise.resolve(),
      };
      return {
        client: createClientInTab(options, tab),
        sessionStorage,
        address: () => address.href,
        left: () => left,
        historyLength: () => historyLength,
        close: () => channel?.close(),
      };
    },
    /** Follows the page to Foyer and back. */
    async follow(page: Page): Promise<Page> {
      const target = page.left();
      if (!target) throw new Error('The page was not left.');
      page.close();
      const { location } = await agent.request(target.href);
      return browser.openTab(location ?? '', page.sessionStorage);
    },
    async signIn(chosenOptions?: SignInOptions): Promise<Page> {
      const start = browser.openTab();
      await start.client.signIn(chosenOptions);
      const page = await browser.follow(start);
      await page.client.handleRedirect();
      return page;
    },
    reload(page: Page): Page {
      page.close();
      return browser.openTab(page.address(), page.sessionStorage);
    },
    localStorage,
  };
  return browser;
}
type Page = {
  readonly client: ReturnType<typeof createClientInTab>;
  readonly sessionStorage: Storage;
  readonly address: () => string;
  readonly left: () => URL | null;
  readonly historyLength: () => number;
  readonly close: () => void;
};

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof OAuthError ? error.code : error),
  );
/** Messages between tabs arrive in a later turn. */
async function untilHeard(check: () => boolean): Promise<void> {
  await expect.poll(check, { interval: 5 }).toBe(true);
}
const tokenRequests = ({ requests }: { readonly requests: readonly string[] }) =>
  requests.filter((path) => path === '/oauth/token').length;

describe('a sign-in', () => {
  it('leads back to where it began, and takes the code out of the address before anything else', async ({
    app,
  }) => {
    const browser = openBrowser(app, await signedIn(app));
    const start = browser.openTab();
    await start.client.signIn({ returnTo: '/orders?page=2#last' });
    expect(start.historyLength()).toBe(2);
    const page = await browser.follow(start);
    expect(page.address()).toMatch(/\/callback\?.*code=/);
    const handled = page.client.handleRedirect();
    expect(page.address()).toBe(`${SHOP}/callback`);
    // React's StrictMode calls effects twice.
    expect(await page.client.handleRedirect()).toBe('/orders?page=2#last');
    expect(await handled).toBe('/orders?page=2#last');
    expect(tokenRequests(browser)).toBe(1);
    expect(page.client.claims).toMatchObject({ email: ADA, acr: 'aal1' });
    expect(await page.client.handleRedirect()).toBeNull();
  });

  it('stores no token, and forgets what it stored', async ({ app }) => {
    const browser = openBrowser(app, await signedIn(app));
    const page = await browser.signIn();
    expect([page.sessionStorage.length, browser.localStorage.length]).toEqual([0, 0]);
  });

  it('is refused when this tab did not start it, or when another issuer answers', async ({ app }) => {
    const browser = openBrowser(app, await signedIn(app));
    const start = browser.openTab();
    await start.client.signIn();
    const answer = await browser.follow(start);
    const other = browser.openTab(answer.address());
    expect(await codeOf(other.client.handleRedirect())).toBe('ANSWER_INVALID');

    const forged = new URL(answer.address());
    forged.searchParams.set('iss', 'https://evil.example');
    const mixedUp = browser.openTab(forged.href, answer.sessionStorage);
    expect(await codeOf(mixedUp.client.handleRedirect())).toBe('ANSWER_INVALID');
    expect(tokenRequests(browser)).toBe(0);
  });

  it('says why Foyer refused, and where it began', async ({ app }) => {
    const browser = openBrowser(app, await signedIn(app), {
      scope: 'openid no:such',
    });
    const start = browser.openTab();
    await start.client.signIn({ returnTo: '/orders/7' });
    const page = await browser.follow(start);
    await expect(page.client.handleRedirect()).rejects.toMatchObject({
      code: 'REFUSED',
      reason: 'invalid_scope',
      returnTo: '/orders/7',
    });
  });

  it('ends the session that it replaces', async ({ app }) => {
    const agent = await signedIn(app);
    const browser = openBrowser(app, agent);
    const former = await browser.signIn();
    const formerSession = former.client.claims?.sid;
    const later = await browser.signIn();
    await untilHeard(() => former.client.claims?.sid === later.client.claims?.sid);
    const count = () => app.deps.collections.sessions.countDocuments({ _id: new ObjectId(formerSession) });
    await expect.poll(count).toBe(0);
    expect(await later.client.getAccessToken()).toBeTypeOf('string');
  });
});

describe('tabs', () => {
  it('share the tokens with a new one', async ({ app }) => {
    const browser = openBrowser(app, await signedIn(app));
    const first = await browser.signIn();
    const second = browser.openTab();
    expect(await second.client.restore()).toBe('signed-in');
    expect(second.left()).toBeNull();
    expect(await second.client.getAccessToken()).toBe(await first.client.getAccessToken());
  });

  it('refresh once for all', async ({ app }) => {
    const browser = openBrowser(app, await signedIn(app));
    const pages = [await browser.signIn(), browser.openTab(), browser.openTab()];
    for (const { client } of pages) await client.restore();
    const before = tokenRequests(browser);
    const [former] = await Promise.all(pages.map(({ client }) => client.getAccessToken()));
    browser.wait(NEARLY_OVER_MS);
    const tokens = await Promise.all([...pages, ...pages].map(({ client }) => client.getAccessToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(former);
    expect(tokenRequests(browser)).toBe(before + 1);
  });

  it('are all signed out when Foyer refuses a refresh', async ({ app }) => {
    const agent = await app.signInByMail('ended@example.test');
    const browser = openBrowser(app, agent);
    const [first, second] = [await browser.signIn(), browser.openTab()];
    await second.client.restore();
    let changes = 0;
    second.client.subscribe(() => (changes += 1));
    await app.client(agent).session.signOut.mutate();
    browser.wait(NEARLY_OVER_MS);
    expect(await codeOf(first.client.getAccessToken())).toBe('SIGNED_OUT');
    expect(first.client.claims).toBeNull();
    await untilHeard(() => second.client.claims === null);
    expect(changes).toBe(1);
    expect(await codeOf(second.client.getAccessToken())).toBe('SIGNED_OUT');
  });

  it('are all signed out by a sign-out, which ends the session and is not undone by a reload', async ({
    app,
  }) => {
    const browser = openBrowser(app, await signedIn(app));
    const [first, second] = [await browser.signIn(), browser.openTab()];
    await second.client.restore();
    const session = new ObjectId(first.client.claims?.sid);
    expect(await app.deps.collections.sessions.countDocuments({ _id: session })).toBe(1);
    await first.client.signOut();
    await untilHeard(() => second.client.claims === null);
    expect(await app.deps.collections.sessions.countDocuments({ _id: session })).toBe(0);
    for (const page of [browser.reload(second), browser.openTab()]) {
      expect(await page.client.restore()).toBe('signed-out');
      expect(page.left()).toBeNull();
    }
    const again = await browser.signIn();
    expect(again.client.claims?.email).toBe(ADA);
  });
});

describe('an outage', () => {
  it('ends nothing: the token is used until its end, and the next call tries again', async ({ app }) => {
    const browser = openBrowser(app, await signedIn(app));
    const { client } = await browser.signIn();
    const token = await client.getAccessToken();
    browser.wait(NEARLY_OVER_MS);
    for (const answer of [
      () => Promise.reject(new TypeError('fetch failed')),
      () => Promise.resolve(Response.json({ error: 'temporarily_unavailable' }, { status: 503 })),
      () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })),
    ]) {
      browser.answer = answer;
      expect(await client.getAccessToken()).toBe(token);
    }
    browser.wait(60_000);
    expect(await codeOf(client.getAccessToken())).toBe('UNAVAILABLE');
    expect(client.claims?.email).toBe(ADA);
    browser.answer = null;
    expect(await client.getAccessToken()).not.toBe(token);
  });

  it('does not lead a page away', async ({ app }) => {
    const browser = openBrowser(app, await signedIn(app));
    browser.answer = () => Promise.reject(new TypeError('fetch failed'));
    const page = browser.openTab();
    expect(await codeOf(page.client.restore())).toBe('UNAVAILABLE');
    expect(await codeOf(page.client.signIn())).toBe('UNAVAILABLE');
    expect(page.left()).toBeNull();
  });
});

describe('after a reload', () => {
  it('a redirect finds the session of Foyer', async ({ app }) => {
    const browser = openBrowser(app, await signedIn(app));
    const page = browser.reload(await browser.signIn());
    expect(await page.client.restore({ returnTo: '/orders' })).toBe('redirecting');
    expect(page.left()?.searchParams.get('prompt')).toBe('none');
    // Back must leave the app.
    expect(page.historyLength()).toBe(1);
    const back = await browser.follow(page);
    expect(await back.client.handleRedirect()).toBe('/orders');
    expect(back.client.claims?.email).toBe(ADA);
  });

  it('a redirect that finds nobody is not repeated', async ({ app }) => {
    const browser = openBrowser(app);
    const page = browser.openTab('/orders');
    expect(await page.client.restore()).toBe('redirecting');
    const back = await browser.follow(page);
    expect(await back.client.handleRedirect()).toBe('/orders');
    expect(back.client.claims).toBeNull();
    expect(await back.client.restore()).toBe('signed-out');
    expect(await browser.reload(back).client.restore()).toBe('signed-out');
  });
});

describe('fetch', () => {
  it('sends the access token to Foyer where no resource is named', async ({ app }) => {
    const { client } = await openBrowser(app, await signedIn(app)).signIn();
    const answer = await client.fetch(`${app.origin}/oauth/userinfo`);
    expect(await answer.json()).toMatchObject({ sub: client.claims?.sub });
    await expect(client.fetch('https://api.example.test/orders')).rejects.toThrow(TypeError);
  });

  it('sends it to the origin of a resource, and to no other', async ({ app }) => {
    const resource = 'https://api.example.test';
    const browser = openBrowser(app, await signedIn(app), { resource });
    const { client } = await browser.signIn();
    browser.answer = () => Promise.resolve(new Response('orders'));
    expect(await (await client.fetch(`${resource}/orders`)).text()).toBe('orders');
    for (const other of [app.origin, 'https://api.example.test.evil.example/', 'http://api.example.test/'])
      await expect(client.fetch(other)).rejects.toThrow('none of the resources');
  });

  it('needs somebody who is signed in', async ({ app }) => {
    const { client } = openBrowser(app).openTab();
    expect(await codeOf(client.fetch(`${app.origin}/oauth/userinfo`))).toBe('SIGNED_OUT');
  });
});

it('refuses addresses that would give a sign-in away', async ({ app }) => {
  const browser = openBrowser(app);
  const { client } = browser.openTab();
  await expect(client.signIn({ returnTo: '//evil.example/' })).rejects.toThrow('returnTo');
  for (const issuer of ['http://id.example.com', 'http://localhost.example.com', 'ftp://localhost'])
    expect(() => openBrowser(app, app.agent(), { issuer }).openTab()).toThrow('issuer');
  const elsewhere = openBrowser(app, app.agent(), {
    redirectUri: 'https://other.example/callback',
  }).openTab();
  await expect(elsewhere.client.signIn()).rejects.toThrow('redirectUri');
});
