// @module-tag all
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { createVault } from '../../server/crypto/encryption.ts';
import { DAY_MS, DELIVERY_LEASE_MS } from '../../shared/limits.ts';
import { bearer } from '../users/access-tokens.ts';
import { createTestDatabase } from '../database/database.ts';
import { freePorts } from '../run/free-ports.ts';
import { HttpAgent } from '../app/http-agent.ts';
import { findLoggedData } from '../run/logged-data.ts';
import { OAUTH_CONFIGURATION, SHOP_REDIRECT } from '../oauth/flows.ts';
import { PASSWORD } from '../sign-in/passwords.ts';
import { USES_EMBEDDED_ENGINE, withDatabaseName } from '../database/process-database.ts';
import { createTestApp } from '../app/test-app.ts';
import { startWebhookReceiver } from '../webhooks/receiver.ts';
import { testDatabaseUri } from '../database/uri.ts';
import { startFailoverProxy, type FaultBefore } from '../faults/failover-proxy.ts';
import { reportFigures, rounds } from '../faults/fault-rounds.ts';
import { brokenInvariants } from '../faults/invariants.ts';
import { startLoad } from './upgrade-load.ts';
import { Balancer, startReverseProxy } from './balancer.ts';
import { operateServers } from './operated-servers.ts';
import { call, codeInOutbox, isIn } from './procedure-calls.ts';
import { makeYesterday } from './yesterday.ts';

const VISITORS = 3;
const BETWEEN_VISITS_MS = 600;
const CHECK_EVERY_MS = 30;
const VISITS = rounds(2, 40);
const FAULTS = rounds(3, 40);
/** Each question reads all indexes, so it is not more frequent than those of a quick real balancer. */
const ASK_READYZ_EVERY_MS = 400;
const SHUTDOWN_DELAY_S = 2;
const [SECRET, NEXT_SECRET] = [
  'the secret of yesterday, 32 bytes long',
  'the current secret, 32 bytes long too',
];
const keyOf = (secret: string) => createVault([secret]).keyIds[0] ?? '';

const UNAVAILABLE = { code: 'UNAVAILABLE' };
const isOne = (value: number) => value === 1;

/** A day of an operator with two real processes. The upgrade is from this build to this build. */
it.runIf(USES_EMBEDDED_ENGINE)(
  'a day of an operator: an upgrade, a failover, a new secret and a restore lose nothing, let nobody in, and are visible (embedded engine only)',
  { timeout: rounds(400_000, 900_000) },
  async () => {
    await using database = await createTestDatabase();
    const { databaseName } = database.db;
    await using proxy = await startFailoverProxy(testDatabaseUri());
    await using receiver = await startWebhookReceiver();
    await using yesterday = await createTestApp({
      databaseName,
      settings: { authSecret: SECRET },
      configuration: OAUTH_CONFIGURATION,
    });
    const { collections } = yesterday.deps;
    const people = await makeYesterday(yesterday, { webhooks: receiver.origin, visitors: VISITORS });
    const { ada, bob, carol, dave, erin, frank } = people;
    const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-day-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const entrance = await freePorts(1);
    const origin = `http://localhost:${entrance}`;
    const settings = {
      DEMO: 'off',
      AUTH_SECRET: SECRET,
      MONGODB_URI: withDatabaseName(proxy.uri, databaseName),
      APP_ORIGIN: origin,
      COOKIE_PREFIX: 'foyer',
      SHUTDOWN_DELAY: String(SHUTDOWN_DELAY_S),
      LOG_REQUESTS: 'errors',
      DATA_DIR: folder,
      CLIENT_SHOP_REDIRECTS: SHOP_REDIRECT,
    };

    const balancer = new Balancer(ASK_READYZ_EVERY_MS);
    await using _ = await startReverseProxy(balancer, entrance);
    await using load = startLoad(database.db, {
      origin,
      people: people.visitors,
      password: PASSWORD,
      balancer: { port: entrance },
      pauseMs: BETWEEN_VISITS_MS,
      checkEveryMs: CHECK_EVERY_MS,
      codeTo: (email, since) => codeInOutbox(folder, email, since),
    });

    await using servers = operateServers({ folder, settings, balancer, load });
    const replaceAll = async (changes: Readonly<Record<string, string>>) => {
      const former = await servers.replaceAll(changes);
      await load.wait(VISITS);
      return former;
    };
    const today = (agent: HttpAgent | null) => {
      const browser = new HttpAgent(origin);
      for (const [name, value] of agent?.cookies ?? []) browser.cookies.set(name, value);
      return browser;
    };
    const refresh = (refreshToken: string) =>
      today(null).postForm('/oauth/token', {
        grant_type: 'refresh_token',
        client_id: 'shop',
        refresh_token: refreshToken,
      });
    const signInByPassword = async (agent: HttpAgent, email: string) =>
      (await call(agent, 'password.signIn', { email, password: PASSWORD })).data;
    /** What the load found, what the database has, and what applications received. */
    const expectNothingLost = async () => {
      await load.pause();
      await load.checkSessions();
      expect(load.faults).toEqual([]);
      const named = await collections.users.find({ email: { $in: people.visitors } }).toArray();
      const stored = new Map(named.map(({ email, name }) => [email, name]));
      for (const [email, name] of load.names) expect(stored.get(email)).toBe(name);
      const missing = async () => {
        const received = new Set(receiver.received.map(({ id }) => id));
        const events = await collections.events.find().toArray();
        return events.filter(({ _id }) => !received.has(_id.toHexString())).length;
      };
      // A process that lost the database after it took a delivery sends it only when its lease has ended.
      await expect.poll(missing, { timeout: DELIVERY_LEASE_MS + 30_000 }).toBe(0);
      for (const { body, headers } of receiver.received)
        new Webhook(people.endpoint.secret).verify(body, headers as Record<string, string>);
      for (const line of servers.all().flatMap((each) => each.allLines()))
        expect(findLoggedData(line)).toBeNull();
    };

    // Before the processes start, because the embedded engine cannot read a snapshot.
    const direct = { MONGODB_URI: withDatabaseName(testDatabaseUri(), databaseName) };
    const backup = path.join(folder, 'yesterday.gz');
    await servers.run('documents are in', 'data', ['dump', backup], direct);

    // 1. The morning. The backup does not have what is done now.
    await Promise.all([servers.start({}), servers.start({})]);
    await load.wait(VISITS);
    const [adaHere, adaElsewhere] = [today(ada.agent), today(ada.elsewhere)];
    const [bobHere, carolHere, daveHere] = [today(bob.agent), today(carol.agent), today(dave.agent)];
    const { revokedToken, keptToken } = ada;
    const operator = bearer(people.serviceKey);
    const reason = 'A call to the help desk';
    const done = [
      await call(adaHere, 'session.revokeOthers', {}),
      await call(adaHere, 'accessTokens.revoke', { id: revokedToken.accessToken.id }),
      await call(daveHere, 'session.signInWithCode', { email: dave.email, code: dave.code }),
      await call(today(null), 'users.suspend', { id: bob.id, reason }, operator),
      await call(today(null), 'users.delete', { id: carol.id, reason }, operator),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { refresh_token: newRefreshToken } = (await refresh(frank.refreshToken)).json() as {
      refresh_token: string;
    };
    const browsers = [adaHere, adaElsewhere, bobHere, carolHere, daveHere];
    const inMorning = await Promise.all(browsers.map(isIn));
    expect(inMorning).toEqual([true, false, false, false, true]);

    // 2. The upgrade. The new processes also learn the next secret.
    const old = await replaceAll({ AUTH_SECRET_PREVIOUS: NEXT_SECRET });
    servers.expectDrained(old);
    servers.expectLines('the server runs', 2);
    await servers.expectShown('foyer_build_info', isOne);
    await expectNothingLost();
    load.resume();

    // 3. The failover.
    const strike = async (kind: FaultBefore | 'reply-cut') => {
      let left = FAULTS;
      const isStruck = () => left > 0 && left-- > 0;
      proxy.arm(
        kind === 'reply-cut'
          ? { after: ({ isWrite }, hasChanged) => (isWrite && hasChanged && isStruck() ? kind : null) }
          : { before: () => (isStruck() ? kind : null) },
      );
      const isOver = () => left === 0 || load.faults.length > 0;
      while (!isOver()) await load.wait(1);
      proxy.disarm();
      await load.wait(VISITS);
    };
    for (const kind of [10107, 'cut', 'reply-cut'] as const) await strike(kind);
    const { repeats } = load.figures;
    proxy.stepDown();
    await servers.expectShown('foyer_database_connected', (value) => value === 0);
    await expect.poll(() => load.figures.repeats).toBeGreaterThan(repeats);
    proxy.elect();
    await servers.expectShown('foyer_database_connected', isOne);
    await load.wait(VISITS);
    await servers.expectShown('foyer_database_losses_total', (value) => value > 0);
    const hasRefused = () =>
      servers.running().some((each) => (each.lastValue('foyer_failures_total', UNAVAILABLE) ?? 0) > 0);
    await expect.poll(hasRefused).toBe(true);
    for (const each of servers.running()) {
      const away = each.lines('the database is unavailable').length;
      expect(away).toBeGreaterThan(0);
      servers.expectLines('the database is available again', away, [each]);
      servers.expectLines('the server runs', 1, [each]);
    }
    await expectNothingLost();
    load.resume();

    // 4. The new secret.
    const rotating = { AUTH_SECRET: NEXT_SECRET, AUTH_SECRET_PREVIOUS: SECRET };
    const rotated = { AUTH_SECRET: NEXT_SECRET };
    const isShown = (use: string, secret: string) =>
      servers.expectShown('foyer_secret_info', isOne, { use, key: keyOf(secret) });
    await Promise.all([isShown('present', SECRET), isShown('previous', NEXT_SECRET)]);
    servers.expectDrained(await replaceAll(rotating));
    await Promise.all([isShown('present', NEXT_SECRET), isShown('previous', SECRET)]);
    servers.expectLines('AUTH_SECRET was changed', 1);
    await servers.expectShown('foyer_previous_secret_needed_until_timestamp_seconds', (value) => value === 0);
    await servers.run('AUTH_SECRET opens all values', 'rotate-secrets', [], rotating);
    // Earlier links and codes have ended.
    await collections.formerSecrets.updateMany({}, { $set: { since: new Date(Date.now() - 8 * DAY_MS) } });
    await servers.run('not needed any more', 'rotate-secrets', ['--check'], rotating);
    await servers.expectShown('foyer_previous_secret_needed_until_timestamp_seconds', (value) => value > 0);
    servers.expectDrained(await replaceAll(rotated));
    await servers.run('AUTH_SECRET opens all values', 'rotate-secrets', ['--check'], rotated);
    await isShown('present', NEXT_SECRET);
    for (const each of servers.running())
      expect(each.countScrapes('foyer_secret_info', { use: 'previous' }, isOne)).toBe(0);
    expect(await Promise.all(browsers.map(isIn))).toEqual(inMorning);
    const [erinTrusted, erinHere] = [today(erin.trusted), today(null)];
    expect(await signInByPassword(erinTrusted, erin.email)).toMatchObject({ status: 'signed-in' });
    expect(await signInByPassword(erinHere, erin.email)).toMatchObject({ status: 'second-factor' });
    await call(erinHere, 'session.completeSignIn', { code: erin.authenticator.code() });
    expect(await isIn(erinHere)).toBe(true);
    await expectNothingLost();

    // 5. The backup of yesterday, which needs the secret of yesterday.
    servers.expectDrained(await servers.stopAll());
    await servers.run('are restored', 'data', ['restore', backup, '--replace'], rotating);
    // The restore revives what was revoked.
    const isRevived = async (agent: HttpAgent) =>
      (await yesterday.client(agent).session.get.query()) !== null;
    expect(await Promise.all([ada.elsewhere, bob.agent, carol.agent].map(isRevived))).toEqual([
      true,
      true,
      true,
    ]);
    const now = new Date().toISOString();
    await servers.run('Everything issued before', 'data', ['end-issued', '--before', now], rotating);
    await servers.run('This version can start on this database.', 'check-database', [], rotating);
    load.endAll();
    await Promise.all([servers.start(rotating), servers.start(rotating)]);
    await servers.run('AUTH_SECRET opens all values', 'rotate-secrets', [], rotating);
    servers.expectLines('the database was restored from a dump', 1);
    servers.expectLines(
      'the database was restored from a dump, and what was issued before it has not ended',
      0,
    );
    await servers.expectShown('foyer_last_restore_timestamp_seconds', (value) => value > 0);
    await servers.expectShown('foyer_restore_not_ended', (value) => value === 0);

    // Nobody is let in by what was issued before.
    const browsersOfAll = [...browsers, erinTrusted, erinHere, today(erin.home), today(erin.older)];
    expect((await Promise.all(browsersOfAll.map(isIn))).filter(Boolean)).toEqual([]);
    const tokens = [revokedToken.token, keptToken.token, people.serviceKey];
    const asScripts = tokens.map((token) => call(today(null), 'session.get', undefined, bearer(token)));
    const refused = [
      ...(await Promise.all(asScripts)),
      await call(today(null), 'users.suspend', { id: ada.id, reason }, operator),
      await call(today(dave.agent), 'session.signInWithCode', { email: dave.email, code: dave.code }),
      await refresh(frank.refreshToken),
      await refresh(newRefreshToken),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 400, 400]);
    expect(await signInByPassword(erinTrusted, erin.email)).toMatchObject({ status: 'second-factor' });

    // Everybody can sign in anew.
    await call(erinTrusted, 'session.completeSignIn', { code: erin.authenticator.code() });
    expect(await isIn(erinTrusted)).toBe(true);
    load.resume();
    await load.wait(VISITS);
    await expectNothingLost();
    const figures = await load.stop();
    expect(await brokenInvariants(database.db)).toEqual([]);
    reportFigures('a day of an operator', { ...figures });
  },
);
