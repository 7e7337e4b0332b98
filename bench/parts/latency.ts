import path from 'node:path';
import type { Browser } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.ts';
import { repeatRounds } from '../rounds.ts';
import { makePeople } from '../seeds/people.ts';
import type { Bench, PartFigures, Plan } from './bench.ts';
import { buildBetterAuthUi } from './better-auth-ui.ts';
import { launchBrowser } from './browser.ts';
import { startCheapProvider } from './cheap-provider.ts';
import { openAuthJs, openBetterAuth, openFoyer, type Parties } from './latency-servers.ts';
import { latencyFigures, latencyRatios, type FlowTimes, type SlowerReasons } from './latency-tables.ts';
import { visitAs, type Visit } from './latency-visits.ts';
import { startMailSink } from './mail-sink.ts';

/** Enough people for all rounds, each with two sessions. Nobody comes twice. */
const SESSIONS = 400;
const MOST_ROUNDS = { quick: 2, full: 9 };
const ROUNDS_MS = 200_000;

const NEW_SCRIPTS =
  "both wait for two requests, one after the other; Foyer's account pages are scripts of their own, which begin to run with the sign-in, while Better Auth UI runs one script with everything since its first page, whose first load is larger";
const PLAIN_PAGE =
  "the page after Auth.js is the application's: here one line of text without style, script and data. Foyer's is its account page with the data of the profile";
const REASONS: SlowerReasons = {
  'ask-code, better-auth':
    'both wait for one request; Foyer then renders another page, and Better Auth UI another part of its page',
  'enter-code, better-auth': NEW_SCRIPTS,
  'enter-code, auth-js': PLAIN_PAGE,
  'password, better-auth': `somebody without a passkey waits up to 0.7 s more, in which the browser may create one without asking (record 030), so it is one request more; for the rest, ${NEW_SCRIPTS}`,
  'provider, better-auth':
    'both wait for the same number of requests, one after the other; the account page of Foyer has more scripts to run, and rows for a picture, a phone number and a language',
  'provider, auth-js': PLAIN_PAGE,
  'sign-in-methods, better-auth':
    'both wait for their data; Foyer lists the password, passkeys, the mail and the providers',
  'devices, better-auth': 'both wait for one request; Foyer renders a page, and Better Auth UI some cards',
};

/**
 * The time from a press to the painted page, in a Chromium with a slow processor and a slow network.
 * @throws without a Chromium
 */
export async function measureLatency(bench: Bench, plan: Plan): Promise<PartFigures> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium. CHROMIUM_PATH can name one.');
  bench.say('latency: building and starting');
  const people = makePeople(SESSIONS, new Date());
  const site = await buildBetterAuthUi(path.join(bench.folder, 'account-ui'), bench.say, 'application');
  const mails = await startMailSink();
  const provider = await startCheapProvider();
  const parties: Parties = { people, mails, provider };
  const servers = [
    await openFoyer(bench, parties),
    await openBetterAuth(bench, parties, site),
    await openAuthJs(bench, parties),
  ];
  const browser = await launchBrowser(executablePath);
  const visits = servers.flatMap((server) => server.visits);
  const times: FlowTimes[] = [];
  let turn = 0;
  try {
    const visit = async (each: Visit) => visitNext(browser, each, { ...parties, turn: turn++ });
    bench.say('latency: warm-up');
    for (const each of visits) await visit(each);
    await repeatRounds(visits, {
      most: plan.quick ? MOST_ROUNDS.quick : MOST_ROUNDS.full,
      mostMs: ROUNDS_MS,
      shuffle: bench.shuffle,
      say: (line) => bench.say(`latency: ${line}`),
      measure: async (each) => addTimes(times, each, await visit(each)),
      ratios: () => latencyRatios(times),
    });
  } finally {
    await browser.close();
    await Promise.all(servers.map(({ running }) => running.child.end()));
    await provider.close();
    await mails.close();
  }
  return latencyFigures(times, REASONS);
}

async function visitNext(
  browser: Browser,
  visit: Visit,
  { people, provider, turn }: Parties & { readonly turn: number },
): ReturnType<typeof visitAs> {
  const person = people.person(turn % people.count);
  provider.signInAs({ subject: String(10_000_000 + person.number), email: person.email, name: person.name });
  return visitAs(browser, visit, person);
}

function addTimes(
  times: FlowTimes[],
  { server }: Visit,
  measured: Awaited<ReturnType<typeof visitAs>>,
): void {
  for (const [flow, ms] of measured) {
    const index = times.findIndex((each) => each.server === server && each.flow === flow);
    const before = times[index]?.ms ?? [];
    times.splice(index < 0 ? times.length : index, index < 0 ? 0 : 1, { server, flow, ms: [...before, ms] });
  }
}
