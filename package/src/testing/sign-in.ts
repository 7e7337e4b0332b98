import { createFoyerClient, type Session } from '../client.ts';
import { toBase } from '../http.ts';

interface SignInAnswer {
  status(): number;
  headers(): Readonly<Record<string, string>>;
  text(): Promise<string>;
}

/** The used part of Playwright's `Page`. Its requests share the page's cookies. */
export interface SignInPage {
  readonly request: {
    fetch(
      url: string,
      options?: { method?: string; headers?: Record<string, string>; data?: string },
    ): Promise<SignInAnswer>;
  };
}

export interface SignInOptions {
  /** Foyer's address in the browser, such as `http://localhost:3000`. */
  readonly url: string;
  /** Foyer's own address, when `url` is a proxy or Next: the outbox refuses requests through a proxy. */
  readonly foyerUrl?: string;
  /** An unknown address gets an account. */
  readonly email: string;
  /** The time limit for the mail, in milliseconds; default 10,000. */
  readonly timeoutMs?: number;
}

interface Message {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

interface Outbox {
  readonly address: string;
  readonly host: string;
}

const POLL_MS = 50;
const NEXT_STEP =
  'signIn reads the mail in the outbox of a Foyer in development, on the same machine: NODE_ENV is not production, and SMTP_URL is not set.';
const BEHIND_PROXY =
  'The outbox answers no request that came through a proxy. Give signIn the address of Foyer itself, too: foyerUrl.';

/**
 * Signs a Playwright page in with the code of Foyer's mail: `await signIn(page, { url, email })`. It needs a
 * Foyer in development, whose outbox it reads. Throws an error that says what is missing, or a `FoyerError`.
 */
export async function signIn(
  page: SignInPage,
  { url, foyerUrl = url, email, timeoutMs = 10_000 }: SignInOptions,
): Promise<Session> {
  const base = toBase(url);
  const client = createFoyerClient({ url: base, fetch: (address, init) => send(page, base, address, init) });
  const outbox: Outbox = { address: `${toBase(foyerUrl)}/dev/outbox.json`, host: new URL(base).host };
  const address = email.trim().toLowerCase();
  const known = new Set((await readOutbox(page, outbox)).map(({ id }) => id));
  await client.session.requestLink.mutate({ email });
  const code = await waitForCode(timeoutMs, async () => {
    const messages = await readOutbox(page, outbox);
    return messages.filter(({ id, to }) => !known.has(id) && to === address);
  });
  if (code === null)
    throw new Error(`No mail with a code for ${email} came within ${timeoutMs} ms. ${NEXT_STEP}`);
  const { status, ...answer } = await client.session.signInWithCode.mutate({ email, code });
  if (status === 'second-factor')
    throw new Error(
      `${email} has two-step verification, which signIn does not do. Sign in as somebody without it.`,
    );
  const session = 'session' in answer ? answer.session : null;
  if (session === null)
    throw new Error(
      `${email} must set up a second factor first (SECOND_FACTOR), so there is no session yet.`,
    );
  return session;
}

async function send(page: SignInPage, base: string, address: string, init: RequestInit): Promise<Response> {
  const answer = await page.request.fetch(address, {
    method: init.method ?? 'GET',
    // Foyer needs the origin of a change, which Playwright's requests lack.
    headers: { ...Object.fromEntries(new Headers(init.headers)), origin: new URL(base).origin },
    ...(typeof init.body === 'string' && { data: init.body }),
  });
  // Playwright joins `Set-Cookie` lines by a line break, which Fetch rejects. The page has the cookies
  // already.
  const headers = { 'content-type': answer.headers()['content-type'] ?? '' };
  return new Response(await answer.text(), { status: answer.status(), headers });
}

async function readOutbox(page: SignInPage, { address, host }: Outbox): Promise<Message[]> {
  // Foyer answers only under its public host, also at its own port.
  const answer = await page.request.fetch(address, { headers: { host } }).catch((cause: unknown) => {
    throw new Error(`${address} does not answer. ${NEXT_STEP}`, { cause });
  });
  const isJson = answer.headers()['content-type']?.startsWith('application/json');
  if (answer.status() !== 200 || !isJson)
    throw new Error(
      `${address} answered ${answer.status()} and no messages. ${answer.status() === 403 ? BEHIND_PROXY : NEXT_STEP}`,
    );
  return JSON.parse(await answer.text()) as Message[];
}

async function waitForCode(timeoutMs: number, newMessages: () => Promise<Message[]>): Promise<string | null> {
  for (const until = Date.now() + timeoutMs; Date.now() < until;) {
    for (const { text } of await newMessages()) {
      const code = /^\s*(\d{3})[\s-]?(\d{3})\s*$/m.exec(text);
      if (code) return `${code[1]}${code[2]}`;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return null;
}
