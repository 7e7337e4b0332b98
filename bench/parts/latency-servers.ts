// Over 300 lines: the flows of Foyer and of its peers stand side by side, so that a reader can compare them.
/** Foyer and its peers, each with its own pages, and what people press there. */
import { seedFoyer } from '../seeds/foyer.ts';
import type { People, Person } from '../seeds/people.ts';
import {
  PROVIDER,
  seedAuthJs,
  seedAuthJsSignIns,
  seedBetterAuth,
  seedBetterAuthSignIns,
} from '../seeds/peers.ts';
import { startFoyer, startPeer, type RunningServer } from '../start-servers.ts';
import type { Bench } from './bench.ts';
import type { CheapProvider } from './cheap-provider.ts';
import type { Flow } from './latency-tables.ts';
import type { ShownPage, Step, Visit } from './latency-visits.ts';
import type { MailSink } from './mail-sink.ts';

const PASSWORD = 'lasagne by candlelight';
/** An issuer on this machine has no https, so Foyer runs outside production, as in `sign-ins.ts`. */
const TO_THIS_MACHINE = { NODE_ENV: 'development', DEMO: 'off' };

/** Who takes part beside the servers. */
export interface Parties {
  readonly people: People;
  readonly mails: MailSink;
  readonly provider: CheapProvider;
}

export interface OpenServer {
  readonly running: RunningServer;
  readonly visits: readonly Visit[];
}

export async function openFoyer(
  { database, profiles }: Bench,
  { people, mails, provider }: Parties,
): Promise<OpenServer> {
  const { db, uri } = database.use('latency_foyer');
  await seedFoyer(db, people, PASSWORD);
  // Nobody has uploaded one, so the page would ask for a picture that is not there.
  await db.collection('users').updateMany({}, { $unset: { image: 1 } });
  const id = PROVIDER.toUpperCase();
  const running = await startFoyer(uri, {
    profiles,
    smtpUrl: mails.url,
    isOpenedByBrowser: true,
    settings: {
      ...TO_THIS_MACHINE,
      [`OIDC_${id}_ISSUER`]: provider.issuer,
      [`OIDC_${id}_CLIENT_ID`]: provider.clientId,
      [`OIDC_${id}_CLIENT_SECRET`]: provider.clientSecret,
    },
  });
  const placeholders = 'main [role="status"][aria-label="Loading"]';
  const page = (title: string, text: string): ShownPage => ({
    each: [
      { selector: 'main#content h1', text: title },
      { selector: 'main#content', text },
    ],
    none: placeholders,
  });
  const profile = ({ email }: Person) => page('Profile', email);
  const section = (flow: Flow, name: string, text: string): Step => ({
    flows: [flow],
    event: 'click',
    press: (tab) => tab.getByRole('link', { name, exact: true }).click(),
    shown: page(name, text),
  });
  const shared = {
    server: 'foyer' as const,
    origin: `http://${running.host}`,
    start: '/sign-in',
    session: '/trpc/session.get',
  };
  const visits: Visit[] = [
    {
      ...shared,
      steps: (person) => {
        const code = mails.codeTo(person.email);
        return [
          {
            flows: ['ask-code'],
            prepare: (tab) => tab.fill('input[name="email"]', person.email),
            event: 'click',
            press: (tab) => tab.click('button[value="link"]'),
            shown: { each: [{ selector: CODE_FIELD, text: '' }], none: placeholders },
          },
          enterCode(code, profile(person)),
        ];
      },
    },
    {
      ...shared,
      steps: (person) => [
        {
          flows: ['password'],
          prepare: async (tab) => {
            await tab.fill('input[name="email"]', person.email);
            await tab.fill('input[name="password"]', PASSWORD);
          },
          event: 'click',
          press: (tab) => tab.click('button[value="password"]'),
          shown: profile(person),
        },
        section('sign-in-methods', 'Sign-in methods', 'Company'),
        section('devices', 'Devices', 'This device'),
        section('activity', 'Activity', 'Signed in'),
      ],
    },
    {
      ...shared,
      steps: (person) => [
        {
          flows: ['provider'],
          event: 'click',
          press: (tab) => tab.click(`button[value="${PROVIDER}"]`),
          shown: profile(person),
        },
      ],
    },
  ];
  return { running, visits };
}

/** @param site the folder of the built pages */
export async function openBetterAuth(
  { database }: Bench,
  { people, mails, provider }: Parties,
  site: string,
): Promise<OpenServer> {
  const { db, uri } = database.use('latency_better_auth');
  await seedBetterAuth(db, people);
  await seedBetterAuthSignIns(db, people);
  const running = await startPeer('better-auth', uri, {
    BENCH_HOST: 'localhost',
    BENCH_SITE: site,
    BENCH_SMTP_URL: mails.url,
    BENCH_PROVIDER: JSON.stringify({
      providerId: PROVIDER,
      discoveryUrl: `${provider.issuer}/.well-known/openid-configuration`,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
    }),
  });
  const origin = `http://${running.host}`;
  const accounts = db.collection('account');
  const password = await hashOfBetterAuth(origin, () => accounts.findOne({ providerId: 'credential' }));
  const owners = Array.from({ length: people.count }, (_, number) => people.person(number));
  await accounts.insertMany(
    owners.map(({ id, createdAt }) => ({
      accountId: id.toHexString(),
      providerId: 'credential',
      userId: id,
      password,
      createdAt,
      updatedAt: createdAt,
    })),
  );
  const placeholders = '[data-slot="skeleton"]';
  const settings = ({ email }: Person): ShownPage => ({
    each: [
      // The sign-in page has such a field, too, but not this link.
      { selector: 'a', text: 'Security' },
      { selector: 'input[type="email"]', text: email },
    ],
    none: placeholders,
  });
  const shared = { server: 'better-auth' as const, origin, session: '/api/auth/get-session' };
  const visits: Visit[] = [
    {
      ...shared,
      start: '/auth/email-otp',
      steps: (person) => {
        const code = mails.codeTo(person.email);
        return [
          {
            flows: ['ask-code'],
            prepare: (tab) => tab.fill('input[name="email"]', person.email),
            event: 'click',
            press: (tab) => tab.click('button[type="submit"]'),
            shown: { each: [{ selector: CODE_FIELD, text: '' }], none: placeholders },
          },
          enterCode(code, settings(person)),
        ];
      },
    },
    {
      ...shared,
      start: '/auth/sign-in',
      steps: (person) => [
        {
          flows: ['password'],
          prepare: async (tab) => {
            await tab.fill('input[name="email"]', person.email);
            await tab.fill('input[name="password"]', PASSWORD);
          },
          event: 'click',
          press: (tab) => tab.click('button[type="submit"]'),
          shown: settings(person),
        },
        {
          // One page has the password, the providers and the sessions.
          flows: ['sign-in-methods', 'devices'],
          event: 'click',
          press: (tab) => tab.getByRole('link', { name: 'Security' }).click(),
          shown: {
            each: [
              { selector: '[data-slot="card"]', text: 'Company' },
              { selector: '[data-slot="card"]', text: 'Current Session' },
            ],
            none: placeholders,
          },
        },
      ],
    },
    {
      ...shared,
      start: '/auth/sign-in',
      steps: (person) => [
        {
          flows: ['provider'],
          event: 'click',
          press: (tab) => tab.getByRole('button', { name: 'Company' }).click(),
          shown: settings(person),
        },
      ],
    },
  ];
  return { running, visits };
}

/** Auth.js keeps no passwords and has no account pages. Its mails have a link, not a code. */
export async function openAuthJs(
  { database }: Bench,
  { people, mails, provider }: Parties,
): Promise<OpenServer> {
  const { db, uri } = database.use('latency_auth_js');
  await seedAuthJs(db, people);
  await seedAuthJsSignIns(db, people);
  const running = await startPeer('auth-js', uri, {
    BENCH_HOST: 'localhost',
    BENCH_SMTP_URL: mails.url,
    BENCH_PROVIDER: JSON.stringify({
      providerId: PROVIDER,
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
    }),
  });
  const home = ({ email }: Person): ShownPage => ({
    each: [{ selector: 'main', text: email }],
    none: 'main [aria-busy]',
  });
  const shared = {
    server: 'auth-js' as const,
    origin: `http://${running.host}`,
    start: '/auth/signin',
    session: '/auth/session',
  };
  const visits: Visit[] = [
    {
      ...shared,
      steps: (person) => {
        const link = mails.linkTo(person.email);
        return [
          {
            flows: ['ask-code'],
            prepare: (tab) => tab.fill('input[name="email"]', person.email),
            event: 'click',
            press: (tab) => tab.click('#submitButton'),
            shown: { each: [{ selector: 'h1', text: 'Check your email' }], none: 'main' },
          },
          {
            flows: ['enter-code'],
            // Instead of a mail program: a link in the page.
            prepare: async (tab) => {
              const href = JSON.stringify(await link);
              await tab.evaluate(
                `document.querySelector('.card').append(Object.assign(document.createElement('a'), { href: ${href}, textContent: 'Mailed link' }))`,
              );
            },
            event: 'click',
            press: (tab) => tab.getByRole('link', { name: 'Mailed link' }).click(),
            shown: home(person),
          },
        ];
      },
    },
    {
      ...shared,
      steps: (person) => [
        {
          flows: ['provider'],
          event: 'click',
          press: (tab) => tab.getByRole('button', { name: 'Company' }).click(),
          shown: home(person),
        },
      ],
    },
  ];
  return { running, visits };
}

const CODE_FIELD = 'input[autocomplete="one-time-code"]';

/** The last digit sends the code, in Foyer and in Better Auth UI. */
function enterCode(code: Promise<string>, shown: ShownPage): Step {
  return {
    flows: ['enter-code'],
    prepare: async (tab) => tab.locator(CODE_FIELD).pressSequentially((await code).slice(0, -1)),
    event: 'keydown',
    press: async (tab) => tab.keyboard.press((await code).at(-1) ?? ''),
    shown,
  };
}

/** The server hashes the password of somebody who signs up. Everybody has it here. */
async function hashOfBetterAuth(
  origin: string,
  find: () => Promise<Record<string, unknown> | null>,
): Promise<unknown> {
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'first@example.test', name: 'First', password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Better Auth signs nobody up: ${await answer.text()}`);
  return (await find())?.['password'];
}
