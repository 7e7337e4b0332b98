import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectId } from 'mongodb';
import { parse } from 'yaml';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';
import { wrongCode } from '../../testing/sign-in/phones.ts';
import { MAIL, REFUSING } from '../../testing/webhooks/failed-jobs.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { samplesOf, valueOf, type Sample } from '../../testing/app/metrics-samples.ts';
import { namedIn } from '../../testing/app/prometheus-expressions.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { handOverNewEvents, storeEndpoint } from '../../testing/webhooks/endpoints.ts';
import { startWebhookReceiver } from '../../testing/webhooks/receiver.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../../testing/faults/database-proxy.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { enqueueJob } from '../domain/jobs/jobs.ts';
import { WEBHOOK_PAUSES_MS, sendDueDeliveries } from '../domain/webhooks/send-deliveries.ts';
import { appRouter } from '../trpc/router.ts';
import { createMetrics } from './create-metrics.ts';
import { watchDatabase } from './database-metrics.ts';
import { serveMetrics } from './metrics-server.ts';
import { observeTransports } from './observed-transports.ts';
import { createWorkReader } from './stored-work.ts';
import { watchDraining, watchState } from './watch-state.ts';

const EMAIL = 'ada@example.test';
const PERSONAL_PATH = '/admin/people/6b0000000000000000000001';
let app: TestApp;
let provider: IdentityProvider;
let proxy: DatabaseProxy;
let server: Awaited<ReturnType<typeof serveMetrics>>;
/** After the flow. */
let text: string;
let stopMeasuring: () => void;

const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
const scrape = async () => (await ask('/metrics')).text();

beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  proxy = await startDatabaseProxy(testDatabaseUri());
  const metrics = createMetrics([provider.settings.id]);
  app = await createTestApp({
    metrics,
    databaseUri: proxy.uri,
    providers: () => Promise.resolve([provider.settings]),
  });
  watchDatabase(metrics.registry, app.deps.mongo);
  watchDraining(metrics.registry, () => false);
  // All values of one scrape come from one reading.
  stopMeasuring = watchState(metrics.registry, app.deps, 200);
  server = await serveMetrics(metrics.registry, { port: 0, host: '127.0.0.1', commands: true }, app.deps.log);
  await useTheApp();
  // A busy machine may take longer than a scrape waits for the database.
  do text = await scrape();
  while (!text.includes('foyer_jobs_waiting{'));
});
afterAll(async () => {
  stopMeasuring();
  await server.close();
  await proxy.restore();
  await app.close();
  await Promise.all([provider.close(), proxy.close()]);
});

async function useTheApp(): Promise<void> {
  const agent = app.agent();
  const { session, profile } = app.client(agent);
  const { code } = await app.requestMail(EMAIL, agent);
  await session.signInWithCode.mutate({ email: EMAIL, code: wrongCode(code) }).catch(() => undefined);
  await app.signInByMail(EMAIL, agent);
  await Promise.all([session.get.query(), profile.get.query()]);
  await startProviderVisits(app).signIn(provider, { login: 'grace', email: 'grace@example.test' });
  await agent.request('/auth/callback/trusted?error=access_denied');
  await agent.request('/auth/callback/https%3A%2F%2Fevil.example.test');

  const otherPerson = app.agent();
  for (const path of [
    '/healthz',
    '/readyz',
    PERSONAL_PATH,
    '/nobody-knows-this',
    `/pictures/${EMAIL}.webp`,
    '/trpc/session.get',
    '/trpc/profile.get,session.get?batch=1',
    '/trpc/no.such.procedure',
    '/.well-known/openid-configuration',
  ])
    await otherPerson.request(path);
  await otherPerson.request('/nobody-knows-this', { method: 'PROPFIND' });
  const form = { grant_type: 'authorization_code', code: 'x', client_id: EMAIL };
  await otherPerson.postForm('/oauth/token', form);

  await using receiver = await startWebhookReceiver((response, { path }) =>
    response.writeHead(path === '/works' ? 204 : 500).end(),
  );
  await storeEndpoint(app.deps, { url: `${receiver.origin}/works` });
  const failing = await storeEndpoint(app.deps, { url: `${receiver.origin}/fails` });
  const disabled = await storeEndpoint(app.deps, { url: `${receiver.origin}/disabled` });
  await handOverNewEvents(app.deps, 1);
  const { deliveries, webhookEndpoints } = app.deps.collections;
  await deliveries.updateMany({ endpointId: failing.id }, { $set: { tries: WEBHOOK_PAUSES_MS.length } });
  await webhookEndpoints.updateOne(
    { _id: disabled.id },
    { $set: { disabled: { at: app.deps.now(), by: 'administrator' } } },
  );
  await sendDueDeliveries(app.deps);
  await handOverNewEvents(app.deps, 1);
  await runDueJobs(app.deps);
  await app.deps.databaseClock.compare();
  const refusing = observeTransports(app.deps.metrics, { ...app.deps, mail: REFUSING });
  await refusing.mail.send(MAIL).catch(() => undefined);
  await enqueueJob(app.deps, { kind: 'mail', mail: MAIL });
  const lateId = new ObjectId();
  await enqueueJob(app.deps, { kind: 'mail', mail: MAIL }, lateId, null, new Date(1));
  await app.db.collection('jobs').updateOne({ _id: lateId }, { $set: { kind: 'of-a-newer-version' } });
}

const calls = (procedure: string, code: string) =>
  valueOf(text, 'foyer_procedure_calls_total', { procedure, code });
const signIns = (method: string, outcome: string) =>
  valueOf(text, 'foyer_sign_ins_total', { method, outcome });
const requests = (route: string, status: string, method = 'GET') =>
  valueOf(text, 'http_server_request_duration_seconds_count', {
    http_route: route,
    http_response_status_code: status,
    http_request_method: method,
  });

describe('after the flow, the metrics', () => {
  it('count requests by the pattern of their route, and unknown paths together', () => {
    expect(requests('/healthz', '200')).toBe(1);
    expect(requests('/pictures/:file', '404')).toBe(1);
    expect(requests('/auth/:action{/:provider}', '302')).toBeGreaterThan(0);
    expect(requests('/oauth/token', '401', 'POST')).toBe(1);
    expect(requests('other', '404')).toBe(2);
    expect(requests('other', '404', '_OTHER')).toBe(1);
  });

  it('count each call of a procedure once, by its code, also when the fast path leaves it to the slow one', () => {
    // One call alone, one in a batch, and the second one of the flow.
    expect(calls('session.get', 'OK')).toBe(3);
    expect(calls('profile.get', 'OK')).toBe(1);
    expect(calls('profile.get', 'SessionRequired')).toBe(1);
    expect(calls('session.signInWithCode', 'OK')).toBe(1);
  });

  it('count sign-ins by method and outcome, and failures by code', () => {
    expect(signIns('email-code', 'signed-in')).toBe(1);
    expect(signIns('email-code', 'failed')).toBe(1);
    expect(signIns('trusted', 'signed-in')).toBe(1);
    expect(signIns('trusted', 'failed')).toBe(1);
    const failures = samplesOf(text).filter(({ name }) => name === 'foyer_failures_total');
    expect(Object.fromEntries(failures.map(({ labels, value }) => [labels['code'], value]))).toMatchObject({
      SessionRequired: 1,
      CODE_INVALID: 1,
      invalid_client: 1,
    });
  });

  it('count what was sent, what waits and what was hashed', () => {
    const byOutcome = (name: string, ...outcomes: string[]) =>
      outcomes.map((outcome) => valueOf(text, name, { outcome }));
    const sent = app.mailbox.messages.length;
    expect(byOutcome('foyer_mails_total', 'sent', 'failed', 'refused')).toEqual([sent, 0, 1]);
    expect(byOutcome('foyer_webhook_requests_total', 'sent', 'failed')).toEqual([1, 1]);
    // One for each enabled endpoint. A third one is for the disabled endpoint.
    expect(valueOf(text, 'foyer_webhook_deliveries_waiting')).toBe(2);
    expect(valueOf(text, 'foyer_webhook_deliveries_given_up')).toBe(1);
    expect(valueOf(text, 'foyer_webhook_deliveries_given_up_total')).toBe(1);
    expect(valueOf(text, 'foyer_jobs_waiting', { kind: 'mail' })).toBe(1);
    const oldestSeconds = valueOf(text, 'foyer_jobs_oldest_age_seconds');
    expect(oldestSeconds).toBeGreaterThanOrEqual(0);
    // The unknown job of a newer version has waited since 1970.
    expect(oldestSeconds).toBeLessThan(DAY_MS / 1000);
    expect(valueOf(text, 'foyer_jobs_given_up', { kind: 'mail' })).toBe(0);
    for (const name of ['foyer_webhook_endpoints_disabled', 'foyer_password_hashes_refused_total'])
      expect([name, valueOf(text, name)]).toEqual([name, 0]);
    expect(valueOf(text, 'foyer_proof_of_work_level', { action: 'password' })).toBe(0);
  });

  it('show the database and the process', () => {
    const finds = { db_operation_name: 'find' };
    expect(valueOf(text, 'db_client_operation_duration_seconds_count', finds)).toBeGreaterThan(0);
    expect(valueOf(text, 'foyer_database_connected')).toBe(1);
    const [present] = app.deps.vault.keyIds;
    expect(valueOf(text, 'foyer_secret_info', { use: 'present', key: present ?? '' })).toBe(1);
    expect(valueOf(text, 'foyer_build_info', { build: 'source' })).toBe(1);
    expect(valueOf(text, 'http_server_active_requests', { http_request_method: 'GET' })).toBe(0);
    expect(valueOf(text, 'nodejs_eventloop_delay_p99_seconds')).toBeGreaterThanOrEqual(0);
    for (const name of [
      'foyer_database_losses_total',
      'foyer_draining',
      'foyer_clock_ahead_seconds',
      'foyer_previous_secret_needed_until_timestamp_seconds',
      'foyer_last_restore_timestamp_seconds',
      'foyer_restore_not_ended',
    ])
      expect([name, valueOf(text, name)]).toEqual([name, 0]);
    for (const name of [
      'process_resident_memory_bytes',
      'db_client_connection_use_time_seconds_count',
      'process_start_time_seconds',
    ])
      expect(valueOf(text, name)).toBeGreaterThan(0);
  });

  it('have only labels whose values are few and known before, so none names a person, an address, an id or a host', () => {
    const procedures = new Set(Object.keys(appRouter._def.procedures));
    const isWord = (value: string) => /^[a-zA-Z][a-zA-Z_-]{0,40}$/.test(value);
    /** For the values of each label of Foyer's own metrics. */
    const rules: Readonly<Record<string, (value: string) => boolean>> = {
      action: isWord,
      build: (value) => value === 'source' || /^[0-9a-f]{12}$/.test(value),
      code: (value) => value === 'OK' || Object.hasOwn(ERRORS, value) || /^[a-z_]+$/.test(value),
      db_client_connection_state: isWord,
      db_operation_name: isWord,
      http_request_method: (value) => /^[A-Z]+$|^_OTHER$/.test(value),
      http_response_status_code: (value) => /^(?:[1-5]\d\d)?$/.test(value),
      http_route: (value) =>
        value === 'other' ||
        /^(?:\/|(?:\/(?:[a-z.-]+|:[a-z]+(?:\.svg)?|:action\{\/:provider\}))+)$/.test(value),
      key: (value) => app.deps.vault.keyIds.includes(value),
      kind: isWord,
      le: (value) => value === '+Inf' || /^[\d.]+$/.test(value),
      method: isWord,
      outcome: (value) =>
        ['signed-in', 'second-factor', 'sent', 'failed', 'refused', 'unknown'].includes(value),
      procedure: (value) => procedures.has(value),
      use: isWord,
      version: (value) => /^\d+\.\d+\.\d+$/.test(value),
    };
    const breaches = samplesOf(text)
      .flatMap((sample: Sample) => Object.entries(sample.labels))
      .filter(([name, value]) => !rules[name]?.(value));
    expect(breaches).toEqual([]);
    expect(text).not.toMatch(/@|example|[0-9a-f]{24}|127\.0\.0\.1|localhost/);
  });
});

describe('the files of docs/operating', () => {
  const FILES = new URL('../../../docs/operating/', import.meta.url);
  const read = (name: string) => readFile(new URL(name, FILES), 'utf8');
  const OF_PROMETHEUS = { labels: ['instance', 'job'], metric: 'up' };

  /** What the expression names and the metrics lack. `shown`: labels of its legend or its sentence. */
  function missingIn(expression: string, shown: readonly string[]): string[] {
    const samples = samplesOf(text);
    const types = new Map(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]),
    );
    const isThere = (name: string) => {
      const histogram = /^(.*)_(?:bucket|count|sum)$/.exec(name)?.[1] ?? '';
      return types.has(name) || types.get(histogram) === 'histogram' || name === OF_PROMETHEUS.metric;
    };
    const { metrics, labels, values } = namedIn(expression);
    const own = samples.filter(({ name }) => metrics.includes(name));
    const known = new Set([...OF_PROMETHEUS.labels, ...own.flatMap((sample) => Object.keys(sample.labels))]);
    // Nothing in the flow has failed with this label.
    if (metrics.includes('foyer_database_command_failures_total')) known.add('db_operation_name');
    return [
      ...(metrics.length === 0 ? ['no metric'] : metrics.filter((name) => !isThere(name))),
      ...[...labels, ...shown].filter((label) => !known.has(label)),
      ...values
        .filter(({ label }) => !OF_PROMETHEUS.labels.includes(label))
        .filter(({ label, value }) => !own.some((sample) => sample.labels[label] === value))
        .map(({ label, value }) => `${label}="${value}"`),
    ];
  }

  const shownIn = (words: string) =>
    [...words.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, name = '']) => name);

  it('alert by expressions of metrics and labels that are there, and leave out the failures of one person', async () => {
    interface Rule {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly description: string };
    }
    const { groups } = parse(await read('prometheus-alerts.yml')) as { groups: { rules: Rule[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, expr, annotations } of rules)
      expect([alert, missingIn(expr, shownIn(annotations.description))]).toEqual([alert, []]);

    const namedBy = (wanted: string) => namedIn(rules.find(({ alert }) => alert === wanted)?.expr ?? '');
    // The gauge stops at 1,000.
    expect(namedBy('FoyerWebhooksGivenUp').metrics).toEqual(['foyer_webhook_deliveries_given_up_total']);
    const compared = namedBy('FoyerServerErrors').values;
    const textsOf = (wanted: string) =>
      compared.flatMap(({ label, value }) => (label === wanted ? [value] : []));
    const ofServer = Object.entries(ERRORS).flatMap(([code, { status }]) => (status >= 500 ? [code] : []));
    // One user's mistyped address or missing picture wakes nobody.
    const leftOut = ['EmailSignin', 'PICTURE_NOT_FETCHED'];
    expect([...textsOf('code'), ...leftOut].toSorted()).toEqual([...ofServer, 'server_error'].toSorted());
    expect(textsOf('http_route')).toEqual(['/healthz', '/readyz']);
  });

  it('have a dashboard for Grafana whose panels show metrics and labels that are there', async () => {
    interface Panel {
      readonly title: string;
      readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
    }
    const { panels } = JSON.parse(await read('grafana-dashboard.json')) as { panels: Panel[] };
    for (const { title, targets = [] } of panels)
      for (const { expr, legendFormat } of targets)
        expect([title, missingIn(expr, shownIn(legendFormat))]).toEqual([title, []]);
  });
});

it('waiting work is counted once for all who ask at the same time', async () => {
  let reads = 0;
  const levelOf = () => Promise.resolve(reads++);
  const read = createWorkReader({ ...app.deps, unknownCallers: { ...app.deps.unknownCallers, levelOf } });
  await Promise.all([read(), read()]);
  const levels = reads;
  await read();
  expect([levels, reads]).toEqual([4, 4]);
});

describe('the port of the metrics', () => {
  it('answers GET and HEAD of /metrics, and nothing else', async () => {
    const head = await ask('/metrics', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const statuses = await Promise.all(
      ['/', '/metrics/', '/healthz', '/trpc/session.get'].map(async (path) => (await ask(path)).status),
    );
    expect(statuses).toEqual([404, 404, 404, 404]);
    expect((await ask('/metrics', 'POST')).status).toBe(405);
  });

  it('is the only one: the public port answers 404', async () => {
    expect((await app.agent().request('/metrics')).status).toBe(404);
  });

  it('answers what the process knows while the database is away', async () => {
    await proxy.cut();
    await expect.poll(async () => valueOf(await scrape(), 'foyer_database_connected')).toBe(0);
    const ofDatabase = /^foyer_(?:jobs|webhook_deliveries|proof)(?!.*_total$)/;
    let away = '';
    const storedWork = async () =>
      samplesOf((away = await scrape())).filter(({ name }) => ofDatabase.test(name));
    // A reading from before the cut is answered for 200 ms.
    await expect.poll(storedWork).toEqual([]);
    expect(valueOf(away, 'foyer_procedure_calls_total', { procedure: 'profile.get', code: 'OK' })).toBe(1);
  });
});
