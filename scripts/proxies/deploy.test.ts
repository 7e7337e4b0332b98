import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startMailSink, type MailSink } from '../../bench/parts/mail-sink.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { createTestDatabase } from '../../src/testing/app/database.ts';
import { testDatabaseUri } from '../../src/testing/app/database-uri.ts';
import { freePorts } from '../../src/testing/app/free-ports.ts';
import { withDatabaseName } from '../../src/testing/app/process-database.ts';
import type { RawAnswer } from '../../src/testing/app/raw-request.ts';
import { startServerProcess, type ServerProcess } from '../../src/testing/faults/server-process.ts';
import { blocksOf, PROJECT } from '../documents/markdown.ts';
import { BROWSER, ORIGIN, send } from './send-through.ts';
import { canTest, startCaddy, type Proxy } from './start-proxy.ts';

// The files of `deploy`. Docker is not there, so they are read, and Foyer's processes and Caddy run with what they say.

const DEPLOY = path.join(PROJECT, 'deploy');
const read = (file: string) => readFile(path.join(DEPLOY, file), 'utf8');

const healthcheck = z.strictObject({
  test: z.array(z.string()),
  interval: z.string(),
  timeout: z.string(),
  retries: z.number(),
  start_period: z.string(),
});
const service = z.strictObject({
  image: z.string().regex(/^(?:foyer|[\w/]+:v?\d[\d.]*)$/),
  build: z.literal('..').optional(),
  init: z.boolean().optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  network_mode: z.string().optional(),
  healthcheck: healthcheck.optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .default({}),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  restart: z.enum(['unless-stopped', 'no', 'on-failure:5']),
});
const network = z.strictObject({ internal: z.boolean().optional() }).nullable();
const composeFile = z.strictObject({
  name: z.string(),
  'x-foyer': z.unknown(),
  'x-database': z.unknown(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), network),
  volumes: z.record(z.string(), z.null()),
});

const text = await read('docker-compose.yml');
const { services, networks, volumes } = composeFile.parse(parse(text, { merge: true }));
const entries = Object.entries(services);
const FOYERS = entries.filter(([, { image }]) => image === 'foyer');
const DATABASES = entries.filter(([, { command }]) => command?.includes('--replSet'));
const namesOf = (found: typeof entries) => found.map(([name]) => name);
const of = (name: string) => service.parse(services[name]);

/** What the guide writes into `.env`. */
async function environmentOfGuide(): Promise<Record<string, string>> {
  const [secrets = ''] = await blocksOf('several-processes', 'sh');
  const written = [...secrets.matchAll(/printf '([A-Z_]+)=%s\\n' (.+?) >>? \.env/g)];
  return Object.fromEntries(
    written.map(([, name = '', value = '']) => [
      name,
      value.startsWith('"') ? 'mC8yqzWc1gkX0d3M3n6b8h2vQ5t7r9u1w3y5A7C9E1g' : value.replaceAll("'", ''),
    ]),
  );
}

/** As Compose fills in the variables of `.env`. */
function filledIn(
  environment: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const set = Object.entries(environment).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{([A-Z_]+):\?\}/g, (_all, key: string) => values[key] ?? ''),
  ]);
  return Object.fromEntries(set) as Record<string, string>;
}

describe('deploy/docker-compose.yml', () => {
  it('needs the variables that the guide writes down, and has no other secret', async () => {
    const needed = new Set([...text.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name = '']) => name));
    expect([...needed].toSorted()).toEqual(Object.keys(await environmentOfGuide()).toSorted());
    expect(text.replaceAll(/\$\{[A-Z_]+:\?\}/g, '')).not.toContain('${');
  });

  it('gives each Foyer settings that production accepts, and that Foyer reads', async () => {
    const values = await environmentOfGuide();
    const known = await readFile(path.join(PROJECT, '.env.example'), 'utf8');
    expect(namesOf(FOYERS)).toEqual(['foyer-1', 'foyer-2']);
    for (const [, { environment, stop_grace_period }] of FOYERS) {
      for (const name of Object.keys(environment)) expect(known).toContain(`# ${name}=`);
      const settings = readSettings(filledIn(environment, values));
      expect(settings).toMatchObject({ mode: 'production', origin: ORIGIN, listenHost: null, trustProxy: 1 });
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(5 + 5);
    }
  });

  it('mounts files that exist, and names only what it declares', () => {
    const mounted = new Set<string>();
    for (const [name, { volumes: mounts, networks: joined, depends_on, network_mode }] of entries) {
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('.'))
          expect([source, existsSync(path.join(DEPLOY, source))]).toEqual([source, true]);
        else mounted.add(source);
      }
      const others = [...Object.keys(depends_on), ...(network_mode?.match(/(?<=^service:).+/) ?? [])];
      expect([name, others.filter((other) => !(other in services))]).toEqual([name, []]);
      expect([name, joined.filter((each) => !(each in networks))]).toEqual([name, []]);
      expect([name, joined.length > 0]).toEqual([name, network_mode === undefined]);
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const { restart } = of(other);
        expect([name, other, condition]).toEqual([
          name,
          other,
          restart === 'unless-stopped' ? 'service_healthy' : 'service_completed_successfully',
        ]);
      }
    }
    expect([...mounted].toSorted()).toEqual(Object.keys(volumes).toSorted());
  });

  it('publishes Caddy, and Grafana for this machine, and nothing else', () => {
    const published = entries.flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual([
      'caddy 80:80',
      'caddy 443:443',
      'caddy 443:443/udp',
      'grafana 127.0.0.1:3001:3000',
    ]);
    const isInternal = (name: string) => networks[name]?.internal === true;
    for (const name of [...namesOf(DATABASES), 'prometheus'])
      expect([name, of(name).networks.every(isInternal)]).toEqual([name, true]);
    expect(of('caddy').networks).toEqual(['front']);
  });

  it('asks for the health of everything that stays', () => {
    const asked = entries.filter(([, { healthcheck: check }]) => check !== undefined);
    const staying = entries.filter(([, { restart }]) => restart === 'unless-stopped');
    expect(namesOf(asked)).toEqual(namesOf(staying));
  });
});

describe('the replica set of deploy', () => {
  it('has the members that Foyer and its script name, with a key file that a service makes', async () => {
    const members = namesOf(DATABASES);
    expect(members).toHaveLength(3);
    for (const [, { command = [], volumes: mounts, depends_on }] of DATABASES) {
      expect(command.join(' ')).toBe(
        'mongod --replSet rs0 --bind_ip_all --keyFile /etc/mongo/keyfile --wiredTigerCacheSizeGB 0.5',
      );
      expect(mounts).toContain('database-key:/etc/mongo:ro');
      expect(Object.keys(depends_on)).toEqual(['database-key']);
    }
    const [[, { environment }] = ['', of('foyer-1')]] = FOYERS;
    const uri = new RegExp(`@(.*)/foyer\\?replicaSet=rs0&authSource=admin$`).exec(
      environment['MONGODB_URI'] ?? '',
    );
    expect(uri?.[1]).toBe(members.map((name) => `${name}:27017`).join(','));

    const script = await read('database-init.js');
    const listed = /MEMBERS = \[(.*)\]/.exec(script)?.[1] ?? '';
    expect(listed).toBe(members.map((name) => `'${name}'`).join(', '));
    const passwords = /const \{ (.*) \} = process\.env/.exec(script)?.[1]?.split(', ') ?? [];
    expect(Object.keys(of('database-init').environment)).toEqual(passwords);
    expect(of('database-init').network_mode).toBe(`service:${members[0]}`);
    expect(Object.keys(of('database-init').depends_on)).toEqual(members);
  });
});

describe('Prometheus and Grafana of deploy', () => {
  it('read both processes in a network that they share, with the rules and the dashboard of docs/operating', async () => {
    const file = z.strictObject({
      global: z.strictObject({ scrape_interval: z.string(), evaluation_interval: z.string() }),
      rule_files: z.array(z.string()),
      scrape_configs: z.tuple([
        z.strictObject({
          job_name: z.literal('foyer'),
          static_configs: z.tuple([z.strictObject({ targets: z.array(z.string()) })]),
        }),
      ]),
    });
    const { rule_files, scrape_configs } = file.parse(parse(await read('prometheus.yml')));
    // The default of METRICS_PORT.
    expect(scrape_configs[0].static_configs[0].targets).toEqual(
      namesOf(FOYERS).map((name) => `${name}:9464`),
    );
    for (const [, { environment, networks: joined }] of FOYERS) {
      expect(environment).toMatchObject({ METRICS: 'on', METRICS_HOST: '*' });
      expect(joined).toContain('watch');
    }
    const { volumes: mounts, command } = of('prometheus');
    const [rules = ''] = rule_files;
    expect(mounts).toContain(`../docs/operating/prometheus-alerts.yml:${rules}:ro`);
    expect(command).toContain('--config.file=/etc/prometheus/prometheus.yml');
    expect(mounts).toContain('./prometheus.yml:/etc/prometheus/prometheus.yml:ro');

    const datasources = z.strictObject({
      apiVersion: z.literal(1),
      datasources: z.tuple([
        z.strictObject({
          name: z.string(),
          type: z.literal('prometheus'),
          access: z.literal('proxy'),
          url: z.literal('http://prometheus:9090'),
          isDefault: z.literal(true),
        }),
      ]),
    });
    datasources.parse(parse(await read('grafana/datasource.yml')));
    const dashboards = z.object({
      apiVersion: z.literal(1),
      providers: z.tuple([z.object({ type: z.literal('file'), options: z.object({ path: z.string() }) })]),
    });
    const { providers } = dashboards.parse(parse(await read('grafana/dashboards.yml')));
    const { path: folder } = providers[0].options;
    expect(of('grafana').volumes).toContain(
      `../docs/operating/grafana-dashboard.json:${folder}/foyer.json:ro`,
    );
    expect(of('grafana').networks).toContain('watch');
  });
});

// Only the build runs in production. CI has one.
const canStart = inject('isBuilt') === true;
if (!canStart && process.env['REQUIRE_PROXIES']) throw new Error('There is no build of the present sources.');

describe.runIf(canStart && canTest('caddy'))('the two processes of deploy, behind its Caddyfile', () => {
  it('carry a sign-in, also when one of them ends', async () => {
    const deployed = await startDeployed();
    const { first, second, proxy } = deployed;
    const cookie = await signIn(deployed);
    const listSessions = async () => {
      const { status, text: list } = await send(proxy, { path: '/trpc/session.list', cookie });
      expect([status, list]).toEqual([200, expect.stringContaining(BROWSER)]);
    };
    await listSessions();

    for (const { port, metricsPort } of [first, second]) {
      const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      expect(await metrics.text()).toContain('foyer_database_connected 1');
      expect(await isHealthy(port)).toBe(true);
    }
    expect((await send(proxy, { path: '/metrics' })).status).toBe(404);

    if (process.env['REQUIRE_PROXIES']) {
      // Caddy has as long as SHUTDOWN_DELAY to notice.
      const over = new AbortController();
      const ended = first.server.stop().finally(() => over.abort());
      while (!over.signal.aborted) await listSessions();
      expect(await ended).toBe(0);
    } else await first.server.kill(false);
    expect(await isHealthy(first.port)).toBe(false);
    for (let round = 0; round < 8; round++) await listSessions();
  });
});

interface DeployedProcess {
  readonly port: number;
  readonly metricsPort: number;
  readonly server: ServerProcess;
}

interface Deployed {
  readonly first: DeployedProcess;
  readonly second: DeployedProcess;
  readonly proxy: Proxy;
  readonly mails: MailSink;
}

/** Starts what runs without Docker, until the end of the test. The database of the tests takes the place of the replica set, and ports of this machine those of the containers. */
async function startDeployed(): Promise<Deployed> {
  const values = await environmentOfGuide();
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const mails = await startMailSink();
  onTestFinished(() => mails.close());
  const folder = await mkdtemp(path.join(tmpdir(), 'foyer-deploy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Each has one for Foyer and one for its metrics.
  const firstPort = await freePorts(4);
  const start = async ([, { environment }]: (typeof entries)[number], index: number) => {
    const port = firstPort + 2 * index;
    const metricsPort = port + 1;
    const settings = {
      ...filledIn(environment, values),
      METRICS_PORT: String(metricsPort),
      MONGODB_URI: withDatabaseName(testDatabaseUri(), database.db.databaseName),
      SMTP_URL: mails.url,
    };
    const server = await startServerProcess({ folder, port, settings });
    onTestFinished(() => server.kill(false));
    return { port, metricsPort, server };
  };
  const [first, second] = await Promise.all(FOYERS.map(start));
  let configuration = (await read('Caddyfile')).replaceAll('{$FOYER_HOST}', values['FOYER_HOST'] ?? '');
  for (const [index, name] of namesOf(FOYERS).entries()) {
    expect(configuration).toContain(`${name}:3000`);
    configuration = configuration.replaceAll(`${name}:3000`, `127.0.0.1:${firstPort + 2 * index}`);
  }
  const proxy = await startCaddy(configuration, 0);
  onTestFinished(() => proxy.close());
  if (!first || !second) throw new Error('There are fewer than two processes.');
  return { first, second, proxy, mails };
}

/** Signs in by the code of a mail. Answers the cookies. */
async function signIn({ proxy, mails }: Deployed): Promise<string> {
  const email = 'ada@example.test';
  const mailed = mails.codeTo(email);
  const asked = await send(proxy, { path: '/trpc/session.requestLink', body: JSON.stringify({ email }) });
  expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('"result"')]);
  const signedIn = await send(proxy, {
    path: '/trpc/session.signInWithCode',
    cookie: cookieOf(asked),
    body: JSON.stringify({ email, code: await mailed }),
  });
  expect([signedIn.status, signedIn.text]).toEqual([200, expect.stringContaining('"result"')]);
  return cookieOf(signedIn);
}

const cookieOf = ({ headers }: RawAnswer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';', 1)[0])
    .join('; ');

/** Runs the command of the health check as the container does. */
async function isHealthy(port: number): Promise<boolean> {
  const [, program, ...options] = of('foyer-1').healthcheck?.test ?? [];
  expect(program).toBe('node');
  const child = spawn(
    process.execPath,
    options.map((option) => option.replace('127.0.0.1:3000', `127.0.0.1:${port}`)),
    { stdio: 'ignore' },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
