import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { startChild, type Child } from './children.ts';
import type { Listening } from './servers/serve.ts';

/** The public origin of the measured Foyer. The bench acts as the proxy that ends TLS. */
export const FOYER_HOST = 'accounts.example.test';
export const FOYER_COOKIE = '__Host-foyer.session';
export const FOYER_DEVICE_COOKIE = '__Host-foyer.device';
/** For servers that sign cookies. */
export const SECRET = randomBytes(32).toString('base64url');

const FOYER = new URL('../dist/server/main.js', import.meta.url);
/** An address where nothing listens. */
const NOBODYS_SMTP = 'smtp://127.0.0.1:1';
const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 5;

export interface RunningServer {
  readonly child: Child;
  readonly port: number;
  readonly host: string;
}

const PRODUCTION = { NODE_ENV: 'production' };
/** Two sign-in buttons. The servers send the providers no request before a button is pressed. */
export const TWO_PROVIDERS = {
  AUTH_GITHUB_ID: 'bench',
  AUTH_GITHUB_SECRET: 'bench',
  AUTH_GOOGLE_ID: 'bench',
  AUTH_GOOGLE_SECRET: 'bench',
};
/** In production, issuers need https and webhooks go to no private address. Here both are on this machine. */
export const TO_THIS_MACHINE = { NODE_ENV: 'development', PUBLIC_DEVELOPMENT: 'on', DEMO: 'off' };
/** As in the Dockerfile and `npm start`; a test compares them. */
export const OPERATORS_FLAGS = ['--max-semi-space-size=4', '--no-allocation-site-pretenuring'];

/** Starts one of `servers/`, and waits until it is ready. */
export async function startPeer(
  name: 'floor' | 'express' | 'auth-js' | 'better-auth',
  uri: string,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  const child = startChild(new URL(`servers/${name}.ts`, import.meta.url), {
    environment: { ...PRODUCTION, ...settings, BENCH_MONGODB_URI: uri, BENCH_SECRET: SECRET },
  });
  const port = await child.next((message) => {
    const reply = message as Listening;
    return reply.type === 'listening' ? reply.port : undefined;
  });
  return { child, port, host: `127.0.0.1:${port}` };
}

/**
 * Starts the built Foyer with the settings of production: TLS ends before it, the log has its default level.
 * @param options.profiles a folder for a CPU profile
 * @param options.smtpUrl only for measurements that send mails
 */
export async function startFoyer(
  uri: string,
  options: {
    profiles?: string | undefined;
    smtpUrl?: string;
    settings?: Readonly<Record<string, string>>;
  } = {},
): Promise<RunningServer> {
  const port = await freePorts(1);
  return startAndWait(port, options.profiles, {
    ...PRODUCTION,
    ...options.settings,
    PORT: String(port),
    APP_ORIGIN: `https://${FOYER_HOST}`,
    AUTH_SECRET: SECRET,
    MONGODB_URI: uri,
    SMTP_URL: options.smtpUrl ?? NOBODYS_SMTP,
    MAIL_FROM: 'bench@example.test',
    TRUST_PROXY: 'loopback',
    SHUTDOWN_DELAY: '0',
  });
}

async function startAndWait(
  port: number,
  profiles: string | undefined,
  environment: Record<string, string>,
): Promise<RunningServer> {
  const nodeArguments = [
    ...OPERATORS_FLAGS,
    ...(profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]),
  ];
  const started = performance.now();
  const child = startChild(FOYER, { environment, nodeArguments });
  const ended = child.next<never>(() => undefined);
  // It is awaited below, and may never resolve.
  ended.catch(() => undefined);
  while (performance.now() - started < READY_WITHIN_MS) {
    const ready = await Promise.race([isReady(port), ended]);
    if (ready) return { child, port, host: FOYER_HOST };
    await sleep(ASK_EVERY_MS);
  }
  throw new Error('Foyer did not become ready');
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://localhost:${port}/readyz`);
    await answer.text();
    return answer.status === 200;
  } catch {
    return false;
  }
}
