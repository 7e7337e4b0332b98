import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page, Request } from '@playwright/test';
import type { Person } from '../seeds/people.ts';
import { SLOW_NETWORK, slowDown } from './browser.ts';
import type { Flow, LatencyServer } from './latency-tables.ts';

const PROBE = fileURLToPath(new URL('latency-probe.js', import.meta.url));
export const CPU_SLOWDOWN = 4;
const FAST_NETWORK = { latencyMs: 0, bytesPerSecond: -1 };
const PAINTED_WITHIN_MS = 60_000;
/** So long without a request, a page has fetched what it wants in advance. */
const QUIET_MS = 500;
const LOOK_EVERY_MS = 50;

/** What a page shows when it is there, and the placeholders that it shows before (`latency-probe.js`). */
export interface ShownPage {
  readonly each: readonly { readonly selector: string; readonly text: string }[];
  readonly none: string;
}

/** A press, and the page after it. */
export interface Step {
  /** More than one where the page after the press has what two pages of others have. */
  readonly flows: readonly Flow[];
  /** What the person does before, at full speed. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly event: 'click' | 'keydown';
  readonly press: (page: Page) => Promise<void>;
  readonly shown: ShownPage;
}

/** A person in a browser of their own, from the sign-in page on. */
export interface Visit {
  readonly server: LatencyServer;
  readonly origin: string;
  readonly start: string;
  /** Where the server says who is signed in. */
  readonly session: string;
  readonly steps: (person: Person) => readonly Step[];
}

/**
 * Visits as this person, and answers the milliseconds of each step.
 * @throws when a page fails or does not come, or when somebody else is signed in
 */
export async function visitAs(
  browser: Browser,
  { origin, start, session, steps }: Visit,
  person: Person,
): Promise<Map<Flow, number>> {
  const context = await browser.newContext({
    locale: 'en',
    viewport: { width: 1280, height: 800 },
    // As the proxy before a server would say, so that its limits take nobody for another.
    extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${person.number % 256}` },
  });
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    let measured: (ms: number) => void = () => {};
    await page.exposeBinding('latencyMeasured', (_source, ms: number) => measured(ms));
    await page.addInitScript({ path: PROBE });
    const cdp = await context.newCDPSession(page);
    const untilQuiet = watchRequests(page);
    await page.goto(`${origin}${start}`);

    const times = new Map<Flow, number>();
    for (const { flows, prepare, event, press, shown } of steps(person)) {
      await prepare?.(page);
      await untilQuiet();
      const painted = new Promise<number>((resolve) => (measured = resolve));
      await setSpeed(cdp, 'slow');
      // As a text, because a function would contain the calls that tsx adds and the browser does not know.
      await page.evaluate(`latencyProbe.arm(${JSON.stringify(event)}, ${JSON.stringify(shown)})`);
      await press(page);
      const ms = await Promise.race([painted, sleep(PAINTED_WITHIN_MS, null, { ref: false })]);
      await setSpeed(cdp, 'full');
      if (ms === null) errors.push(`it was not there after ${PAINTED_WITHIN_MS / 1000} s`);
      if (ms === null || errors.length > 0)
        throw new Error(`The page after ${flows[0]} of ${origin} failed: ${errors.join('; ')}`);
      for (const flow of flows) times.set(flow, ms);
    }
    const answer = await (await context.request.get(`${origin}${session}`)).text();
    if (!answer.includes(JSON.stringify(person.email)))
      throw new Error(`${origin} has signed in somebody else than ${person.email}: ${answer}`);
    return times;
  } finally {
    await context.close();
  }
}

/** Playwright's `networkidle` is over once for each document, and later pages of an application are in the same one. */
function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let changedAt = performance.now();
  const change = (request: Request, isSent: boolean) => {
    if (isSent) underWay.add(request);
    else underWay.delete(request);
    changedAt = performance.now();
  };
  page.on('request', (request) => change(request, true));
  page.on('requestfinished', (request) => change(request, false));
  page.on('requestfailed', (request) => change(request, false));
  return async () => {
    const until = performance.now() + PAINTED_WITHIN_MS;
    while (underWay.size > 0 || performance.now() - changedAt < QUIET_MS) {
      if (performance.now() > until) throw new Error(`${page.url()} never stops its requests`);
      await sleep(LOOK_EVERY_MS);
    }
  };
}

async function setSpeed(cdp: CDPSession, speed: 'slow' | 'full'): Promise<void> {
  const isSlow = speed === 'slow';
  await slowDown(cdp, isSlow ? SLOW_NETWORK : FAST_NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? CPU_SLOWDOWN : 1 });
}
